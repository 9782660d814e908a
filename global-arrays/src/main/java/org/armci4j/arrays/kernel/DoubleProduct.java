package org.armci4j.arrays.kernel;

/** Adds the product of two dense matrices to a third one. */
public final class DoubleProduct {
  /** Columns that are computed together: four rows of the right matrix stay in the first cache. */
  private static final int COLUMNS = 512;

  private DoubleProduct() {}

  /**
   * Adds {@code factor} times the product. All matrices are row-major without gaps, each from an
   * element of its array on.
   *
   * @param left of {@code rows} rows and {@code inner} columns
   * @param leftFirst element of the array with which the left matrix begins
   * @param right of {@code inner} rows and {@code columns} columns
   * @param rightFirst element of the array with which the right matrix begins
   * @param result of {@code rows} rows and {@code columns} columns; may be in the array of the
   *     right matrix, without common elements
   * @param resultFirst element of the array with which the result begins
   */
  public static void add(
      double factor,
      double[] left,
      int leftFirst,
      double[] right,
      int rightFirst,
      int rows,
      int inner,
      int columns,
      double[] result,
      int resultFirst) {
    for (int from = 0; from < columns; from += COLUMNS) {
      int to = Math.min(columns, from + COLUMNS);
      int k = 0;
      for (; k <= inner - 4; k += 4) {
        for (int i = 0; i < rows; i++) {
          int at = leftFirst + i * inner + k;
          addFour(
              factor * left[at],
              factor * left[at + 1],
              factor * left[at + 2],
              factor * left[at + 3],
              right,
              rightFirst + k * columns,
              columns,
              result,
              resultFirst + i * columns,
              from,
              to);
        }
      }
      for (; k < inner; k++) {
        for (int i = 0; i < rows; i++) {
          addOne(
              factor * left[leftFirst + i * inner + k],
              right,
              rightFirst + k * columns,
              result,
              resultFirst + i * columns,
              from,
              to);
        }
      }
    }
  }

  /** Adds four rows of the right matrix to one of the result, which is loaded and stored once. */
  private static void addFour(
      double a,
      double b,
      double c,
      double d,
      double[] right,
      int row,
      int columns,
      double[] result,
      int place,
      int from,
      int to) {
    int second = row + columns;
    int third = second + columns;
    int fourth = third + columns;
    for (int j = from; j < to; j++) {
      result[place + j] +=
          a * right[row + j] + b * right[second + j] + c * right[third + j] + d * right[fourth + j];
    }
  }

  private static void addOne(
      double a, double[] right, int row, double[] result, int place, int from, int to) {
    for (int j = from; j < to; j++) {
      result[place + j] += a * right[row + j];
    }
  }
}
