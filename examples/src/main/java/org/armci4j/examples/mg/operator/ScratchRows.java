package org.armci4j.examples.mg.operator;

/**
 * Rows that an operator overwrites with sums of neighbours before it needs them; shared by all
 * operators of a rank, so that they stay in the first-level cache.
 *
 * @param face for the sums of neighbours that differ in y or in z
 * @param edge for the sums of neighbours that differ in y and in z
 * @param sum for a sum of these
 */
record ScratchRows(double[] face, double[] edge, double[] sum) {
  /** For rows of at most {@code widest} interior cells. */
  static ScratchRows of(int widest) {
    return new ScratchRows(new double[widest + 2], new double[widest + 2], new double[widest + 2]);
  }
}
