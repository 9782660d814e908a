package org.armci4j.benchmarks.rank;

/** A measured operation with all that it needs. */
public interface MeasuredCall {
  /** Returns whether all ranks take part; otherwise rank 0 calls alone. */
  default boolean isCollective() {
    return true;
  }

  /** Returns how often the operation is performed at least, where it is measured. */
  default long leastCount() {
    return 1;
  }

  /**
   * Performs the operation a number of times.
   *
   * @param count how often
   */
  void run(long count);

  /**
   * Performs the operation once on known values, and leaves them as they were. The same ranks call
   * it as {@link #run}.
   *
   * @throws IllegalStateException when the outcome is wrong
   */
  void check();
}
