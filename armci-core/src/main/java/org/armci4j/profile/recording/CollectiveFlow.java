package org.armci4j.profile.recording;

/** Says which ranks a collective's ranks wait for. */
public enum CollectiveFlow {
  /** Every rank waits for every rank. */
  ALL,
  /** All wait for the root, and the root for none. */
  FROM_ROOT,
  /** The root waits for all, and the others for none. */
  TO_ROOT,
  /** A rank waits for those before it in the group. */
  PREFIX;

  /**
   * Returns whether other ranks wait for a rank.
   *
   * @param rank the rank
   * @param root the root; negative for none
   * @return true for each rank of a call without a root
   */
  public boolean isAwaited(int rank, int root) {
    return switch (this) {
      case ALL, PREFIX -> true;
      case FROM_ROOT -> rank == root;
      case TO_ROOT -> rank != root;
    };
  }

  /**
   * Returns whether a rank waits for others.
   *
   * @param rank the rank
   * @param root the root; negative for none
   * @return true for each rank of a call without a root
   */
  public boolean waits(int rank, int root) {
    return switch (this) {
      case ALL, PREFIX -> true;
      case FROM_ROOT -> rank != root;
      case TO_ROOT -> rank == root;
    };
  }
}
