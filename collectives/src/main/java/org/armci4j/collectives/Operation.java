package org.armci4j.collectives;

import java.util.Locale;

/** The collective operations. */
public enum Operation {
  /** All wait for all. */
  BARRIER,
  /** The root's elements to all. */
  BROADCAST,
  /** Everyone's elements combined at the root. */
  REDUCE,
  /** Everyone's elements combined at all. */
  ALLREDUCE,
  /** Everyone's elements side by side at the root. */
  GATHER,
  /** The root's parts, one to each. */
  SCATTER,
  /** Everyone's elements side by side at all. */
  ALLGATHER,
  /** A part of everyone's elements to everyone. */
  ALLTOALL,
  /** Everyone's elements combined, of which each gets a part. */
  REDUCE_SCATTER,
  /** The elements of this rank and all before it combined. */
  SCAN,
  /** The elements of all ranks before this one combined. */
  EXSCAN;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /**
   * Returns the name as settings have it.
   *
   * @return such as {@code reduce-scatter}
   */
  public String label() {
    return label;
  }

  /**
   * Returns whether one rank, the root, has a part of its own.
   *
   * @return true for broadcast, reduce, gather and scatter
   */
  public boolean isRooted() {
    return switch (this) {
      case BROADCAST, REDUCE, GATHER, SCATTER -> true;
      default -> false;
    };
  }
}
