package org.armci4j.examples.sparse;

/** Has all rows of a 0/1 matrix. Every rank has an equal source, and makes its own rows of it. */
public interface RowSource {
  /**
   * Returns the number of rows.
   *
   * @return at least 0
   */
  int rows();

  /**
   * Returns the number of columns.
   *
   * @return at least 0
   */
  int columns();

  /**
   * Returns the entries of a row, the same on every rank.
   *
   * @param row the row
   * @return its columns in ascending order, each once
   */
  int[] row(int row);

  /**
   * Returns the graph whose edges are the entries off the diagonal, whichever side they are on.
   *
   * @return a source whose row has the neighbours with smaller numbers
   */
  default RowSource lowerHalf() {
    return this;
  }
}
