package org.armci4j.benchmarks.collectives;

/** Repeated calls of one measured point. */
public interface PointCalls {
  /**
   * Performs a number of calls, on all ranks at once.
   *
   * @param count the number
   */
  void perform(long count);

  /** Returns the part of the latest {@link #perform} that does not count, in nanoseconds. */
  default long uncountedNanos() {
    return 0;
  }

  /** Returns whether {@link #perform} may be asked for one call at a time, to time each. */
  default boolean isTimedSingly() {
    return false;
  }
}
