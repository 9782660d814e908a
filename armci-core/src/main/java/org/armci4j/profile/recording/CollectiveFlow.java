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
  PREFIX
}
