package org.armci4j.arrays.kernel;

/**
 * Factors a panel, a number of neighbouring columns of a matrix, in place. Panels are row-major
 * without gaps.
 *
 * <p>Source: Golub, Van Loan, "Matrix Computations" (4th edition, 2013), algorithms 3.4.1 and
 * 4.2.2.
 */
public final class PanelFactors {
  private PanelFactors() {}

  /**
   * Factors the rows of a panel from one on into a lower triangle with ones on its diagonal and an
   * upper triangle, with partial pivoting: rows are exchanged, so that the largest element of each
   * column stands on the diagonal.
   *
   * @param panel receives both triangles, without the ones
   * @param rows of the whole panel
   * @param width columns of the panel
   * @param from the row with the first column's diagonal element
   * @param pivots receives, from element 1 on, the row that was exchanged with each row of the
   *     diagonal
   * @return the first column without a pivot that is finite and not 0; −1 after success
   */
  public static int lu(double[] panel, int rows, int width, int from, long[] pivots) {
    for (int column = 0; column < width; column++) {
      int top = from + column;
      int pivot = largest(panel, rows, width, top, column);
      pivots[1 + column] = pivot;
      double size = Math.abs(panel[pivot * width + column]);
      if (!(size > 0 && size <= Double.MAX_VALUE)) {
        return column;
      }
      exchange(panel, width, top, pivot);
      double divisor = panel[top * width + column];
      for (int i = top + 1; i < rows; i++) {
        double factor = panel[i * width + column] / divisor;
        panel[i * width + column] = factor;
        for (int j = column + 1; j < width; j++) {
          panel[i * width + j] -= factor * panel[top * width + j];
        }
      }
    }
    return -1;
  }

  private static int largest(double[] panel, int rows, int width, int top, int column) {
    int result = top;
    double most = Math.abs(panel[top * width + column]);
    for (int i = top + 1; i < rows; i++) {
      double size = Math.abs(panel[i * width + column]);
      if (size > most) {
        most = size;
        result = i;
      }
    }
    return result;
  }

  /** Exchanges two rows of a matrix, which may be the same. */
  public static void exchange(double[] matrix, int width, int first, int second) {
    int other = (second - first) * width;
    for (int j = first * width; other != 0 && j < (first + 1) * width; j++) {
      double value = matrix[j];
      matrix[j] = matrix[j + other];
      matrix[j + other] = value;
    }
  }

  /**
   * Factors the rows of a panel from one on into the lower triangle of Cholesky. Elements above the
   * diagonal have no influence, and their values are undefined afterwards.
   *
   * @param panel receives the triangle
   * @param rows of the whole panel
   * @param width columns of the panel
   * @param from the row with the first column's diagonal element
   * @return the first column whose square on the diagonal is not positive or not finite; −1 after
   *     success
   */
  public static int cholesky(double[] panel, int rows, int width, int from) {
    double[] mirrored = new double[width];
    for (int column = 0; column < width; column++) {
      int top = from + column;
      double square = panel[top * width + column];
      if (!(square > 0 && square <= Double.MAX_VALUE)) {
        return column;
      }
      double root = Math.sqrt(square);
      panel[top * width + column] = root;
      for (int i = top + 1; i < rows; i++) {
        panel[i * width + column] /= root;
      }
      for (int j = column + 1; j < width; j++) {
        mirrored[j] = panel[(from + j) * width + column];
      }
      for (int i = top + 1; i < rows; i++) {
        double factor = panel[i * width + column];
        for (int j = column + 1; j < width; j++) {
          panel[i * width + j] -= factor * mirrored[j];
        }
      }
    }
    return -1;
  }
}
