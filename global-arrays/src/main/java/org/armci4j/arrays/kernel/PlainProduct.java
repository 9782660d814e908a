package org.armci4j.arrays.kernel;

/**
 * A matrix product by plain loops, which the JIT compiles to vectors of its own. For small
 * products, and where the Vector API is absent or not compiled yet. For one thread at a time.
 */
final class PlainProduct {
  /** Rows that are computed together: they stay in the second cache. */
  private static final int ROWS = 64;

  /** Columns that are computed together: four rows of the right matrix stay in the first cache. */
  private static final int COLUMNS = 512;

  /** Four rows of a right matrix whose columns have gaps. */
  private final double[] copied = new double[4 * COLUMNS];

  /** Does the same as {@link DoubleProduct#add}. */
  void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    for (int row = 0; row < left.rows(); row += ROWS) {
      int lastRow = Math.min(left.rows(), row + ROWS);
      for (int column = 0; column < right.columns(); column += COLUMNS) {
        int width = Math.min(COLUMNS, right.columns() - column);
        int k = 0;
        for (; k <= left.columns() - 4; k += 4) {
          addFour(factor, left, right, result, row, lastRow, column, width, k);
        }
        for (; k < left.columns(); k++) {
          addOne(factor, left, right, result, row, lastRow, column, width, k);
        }
      }
    }
  }

  private void addFour(
      double factor,
      MatrixPart left,
      MatrixPart right,
      MatrixPart result,
      int row,
      int lastRow,
      int column,
      int width,
      int k) {
    boolean gaps = right.columnStep() != 1;
    if (gaps) {
      copy(right, k, 4, column, width);
    }
    double[] values = gaps ? copied : right.values();
    int from = gaps ? 0 : right.place(k, column);
    int pitch = gaps ? COLUMNS : right.rowStep();
    for (int i = row; i < lastRow; i++) {
      int at = left.place(i, k);
      int step = left.columnStep();
      addFour(
          factor * left.values()[at],
          factor * left.values()[at + step],
          factor * left.values()[at + 2 * step],
          factor * left.values()[at + 3 * step],
          values,
          from,
          pitch,
          result.values(),
          result.place(i, column),
          width);
    }
  }

  /** Adds four rows of the right matrix to one of the result, which is loaded and stored once. */
  private static void addFour(
      double a,
      double b,
      double c,
      double d,
      double[] right,
      int first,
      int pitch,
      double[] result,
      int place,
      int width) {
    int second = first + pitch;
    int third = second + pitch;
    int fourth = third + pitch;
    for (int j = 0; j < width; j++) {
      result[place + j] +=
          a * right[first + j]
              + b * right[second + j]
              + c * right[third + j]
              + d * right[fourth + j];
    }
  }

  private void addOne(
      double factor,
      MatrixPart left,
      MatrixPart right,
      MatrixPart result,
      int row,
      int lastRow,
      int column,
      int width,
      int k) {
    copy(right, k, 1, column, width);
    for (int i = row; i < lastRow; i++) {
      double a = factor * left.values()[left.place(i, k)];
      int place = result.place(i, column);
      for (int j = 0; j < width; j++) {
        result.values()[place + j] += a * copied[j];
      }
    }
  }

  private void copy(MatrixPart right, int k, int rows, int column, int width) {
    for (int i = 0; i < rows; i++) {
      int from = right.place(k + i, column);
      int step = right.columnStep();
      for (int j = 0; j < width; j++) {
        copied[i * COLUMNS + j] = right.values()[from + j * step];
      }
    }
  }
}
