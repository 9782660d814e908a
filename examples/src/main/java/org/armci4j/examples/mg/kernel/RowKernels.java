package org.armci4j.examples.mg.kernel;

import org.armci4j.VectorApi;

/**
 * Does the arithmetic of MG, one grid row at a time.
 *
 * <p>A grid lies in one array, x fastest. A row is named by the index of its element x = 0, which
 * is a ghost cell. Its interior is x = 1 … {@code count}, and x = {@code count} + 1 is the other
 * ghost cell. Rows are the unit because small methods with one loop compile early and well, and
 * because the scratch rows stay in the first-level cache.
 *
 * <p>All implementations add and multiply in the same order, so their results agree bit for bit.
 */
public interface RowKernels {

  /**
   * Sums the neighbours of a row in y and z, ghost cells included.
   *
   * @param a the grid
   * @param row index of the row's element x = 0
   * @param dy distance to the next row in y
   * @param dz distance to the next row in z
   * @param count interior cells of the row
   * @param face out: for x = 0 … count + 1, the four cells that differ in y or in z
   * @param edge out: for x = 0 … count + 1, the four cells that differ in y and in z
   */
  void sumNeighbours(double[] a, int row, int dy, int dz, int count, double[] face, double[] edge);

  /**
   * Computes the residual r = v − A·u of one row; r and v may be the same array.
   *
   * @param u the solution
   * @param v the right-hand side
   * @param r out: the residual
   * @param row index of the row's element x = 0 in u, v and r
   * @param count interior cells of the row
   * @param face from {@link #sumNeighbours} of u
   * @param edge from {@link #sumNeighbours} of u
   * @param a the operator A
   */
  void residual(
      double[] u,
      double[] v,
      double[] r,
      int row,
      int count,
      double[] face,
      double[] edge,
      Stencil a);

  /**
   * Smooths one row, u += C·r.
   *
   * @param r the residual
   * @param u in and out: the solution
   * @param row index of the row's element x = 0 in r and u
   * @param count interior cells of the row
   * @param face from {@link #sumNeighbours} of r
   * @param edge from {@link #sumNeighbours} of r
   * @param c the operator C; its corner coefficient is taken as zero
   */
  void smooth(double[] r, double[] u, int row, int count, double[] face, double[] edge, Stencil c);

  /**
   * Weighs one fine row fully onto a coarse row; coarse cell x lies on fine cell 2x.
   *
   * @param fine the fine grid
   * @param fineRow index of the fine row's element x = 0
   * @param count interior cells of the fine row
   * @param face from {@link #sumNeighbours} of the fine row
   * @param edge from {@link #sumNeighbours} of the fine row
   * @param coarse out: the coarse grid
   * @param coarseRow index of the coarse row's element x = 0
   * @param scratch at least count + 2 elements, overwritten
   */
  void restrict(
      double[] fine,
      int fineRow,
      int count,
      double[] face,
      double[] edge,
      double[] coarse,
      int coarseRow,
      double[] scratch);

  /**
   * Adds two rows: sum[x] = a[rowA + x] + b[rowB + x] for x = 0 … count + 1.
   *
   * @param a the array of one row
   * @param rowA index of its element x = 0
   * @param b the array of the other row
   * @param rowB index of its element x = 0
   * @param count interior cells of the rows
   * @param sum out: the sums; may be a or b where that row starts at index 0
   */
  void addRows(double[] a, int rowA, double[] b, int rowB, int count, double[] sum);

  /**
   * Adds one coarse row to a fine row by linear interpolation in x, ghost cells included: fine[2x]
   * += w·coarse[x] and fine[2x + 1] += w/2·(coarse[x] + coarse[x + 1]) for x = 0 … count.
   *
   * @param coarse the coarse cells
   * @param coarseRow index of the coarse row's element x = 0
   * @param count interior cells of the coarse row; the fine row has twice as many
   * @param weight the factor w
   * @param fine in and out: the fine grid
   * @param fineRow index of the fine row's element x = 0
   */
  void prolongate(
      double[] coarse, int coarseRow, int count, double weight, double[] fine, int fineRow);

  /**
   * Returns the sum of the squares of a row's interior. Four partial sums do not wait for one
   * another, so the loop keeps up with the memory without vectors.
   *
   * @param a the grid
   * @param row index of the row's element x = 0
   * @param count interior cells of the row
   * @return the sum
   */
  default double sumOfSquares(double[] a, int row, int count) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int x = 1;
    for (; x <= count - 3; x += 4) {
      int i = row + x;
      s0 += a[i] * a[i];
      s1 += a[i + 1] * a[i + 1];
      s2 += a[i + 2] * a[i + 2];
      s3 += a[i + 3] * a[i + 3];
    }
    for (; x <= count; x++) {
      s0 += a[row + x] * a[row + x];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * Returns the kernels for this machine: vector registers where the JVM has the Vector API or can
   * load it, else plain loops.
   *
   * @return kernels without state, safe for any thread
   */
  static RowKernels best() {
    return VectorApi.load(RowKernels.class) ? new VectorRows() : new PlainRows();
  }
}
