package org.armci4j.benchmarks.collectives;

/** What is repeated to measure a point. */
public interface PointCalls {
  /**
   * Calls so many times, from all ranks at once.
   *
   * @param count how often
   */
  void perform(long count);

  /** How long the latest of these took that does not count, in nanoseconds. */
  default long uncountedNanos() {
    return 0;
  }
}
