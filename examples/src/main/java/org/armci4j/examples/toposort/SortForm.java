package org.armci4j.examples.toposort;

/** A way to sort a permuted triangular matrix. */
interface SortForm extends AutoCloseable {
  /**
   * Finds the order; all ranks together.
   *
   * @return the number of levels
   */
  int sort();

  /** Returns the new places of all rows and columns that the last call of {@link #sort} found. */
  FoundOrder order(int levels);

  /** Frees what the ranks share; all ranks together. */
  @Override
  void close();
}
