package org.armci4j.examples.mg.operator;

/**
 * Holds rows that an operator overwrites with sums of neighbours before it reads them. All
 * operators of a rank share them, so that they stay in the first-level cache.
 *
 * @param face for the sums of neighbours that differ in y or in z
 * @param edge for the sums of neighbours that differ in y and in z
 * @param sum for a sum of these
 */
record ScratchRows(double[] face, double[] edge, double[] sum) {
  /** Makes rows of at most {@code widest} interior cells. */
  static ScratchRows of(int widest) {
    return new ScratchRows(new double[widest + 2], new double[widest + 2], new double[widest + 2]);
  }
}
