package org.armci4j.arrays.kernel;

/**
 * Solves triangular systems with several right-hand sides, in place. All matrices are row-major
 * without gaps, each from an element of its array on.
 */
public final class TriangularLoops {
  private TriangularLoops() {}

  /**
   * Replaces the right-hand sides by the solutions for a lower triangle.
   *
   * @param triangle square; only the elements up to the diagonal are read
   * @param first element of the array with which the triangle begins
   * @param order rows of the triangle and of the right-hand sides
   * @param unit whether the diagonal counts as ones and is not read
   * @param sides array with the right-hand sides
   * @param place element of the array with which the right-hand sides begin
   * @param columns number of right-hand sides
   */
  public static void forward(
      double[] triangle,
      int first,
      int order,
      boolean unit,
      double[] sides,
      int place,
      int columns) {
    for (int i = 0; i < order; i++) {
      int row = place + i * columns;
      for (int k = 0; k < i; k++) {
        subtract(triangle[first + i * order + k], sides, place + k * columns, row, columns);
      }
      if (!unit) {
        divide(triangle[first + i * order + i], sides, row, columns);
      }
    }
  }

  /**
   * Replaces the right-hand sides by the solutions for an upper triangle.
   *
   * @param triangle square; only the elements from the diagonal on are read
   * @param first element of the array with which the triangle begins
   * @param order rows of the triangle and of the right-hand sides
   * @param transposed whether the upper triangle is a lower one transposed
   * @param sides array with the right-hand sides
   * @param place element of the array with which the right-hand sides begin
   * @param columns number of right-hand sides
   */
  public static void backward(
      double[] triangle,
      int first,
      int order,
      boolean transposed,
      double[] sides,
      int place,
      int columns) {
    int rowStep = transposed ? 1 : order;
    int columnStep = transposed ? order : 1;
    for (int i = order - 1; i >= 0; i--) {
      int row = place + i * columns;
      for (int k = i + 1; k < order; k++) {
        double factor = triangle[first + i * rowStep + k * columnStep];
        subtract(factor, sides, place + k * columns, row, columns);
      }
      divide(triangle[first + i * order + i], sides, row, columns);
    }
  }

  private static void subtract(double factor, double[] values, int from, int to, int count) {
    for (int j = 0; j < count; j++) {
      values[to + j] -= factor * values[from + j];
    }
  }

  private static void divide(double divisor, double[] values, int from, int count) {
    for (int j = from; j < from + count; j++) {
      values[j] /= divisor;
    }
  }
}
