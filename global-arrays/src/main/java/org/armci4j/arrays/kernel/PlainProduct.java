package org.armci4j.arrays.kernel;

import java.util.Arrays;
import org.armci4j.arrays.product.MatrixPart;

/**
 * A matrix product by plain loops, which the JIT compiles to vectors of its own. For small
 * products, and where the Vector API is absent or not compiled yet. The results are those of {@link
 * PackedProduct}, bit for bit. For one thread at a time.
 */
final class PlainProduct {
  /** Rows that are computed together: their sums stay in the second cache. */
  private static final int ROWS = 32;

  /** Columns that are computed together: four rows of the right matrix stay in the first cache. */
  private static final int COLUMNS = 256;

  private final double[] sums = new double[ROWS * COLUMNS];

  /** Four rows of a right matrix whose columns have gaps. */
  private final double[] copied = new double[4 * COLUMNS];

  /** Does the same as {@link DoubleProduct#add}. */
  void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    for (int k = 0; k < left.columns(); k += PackedProduct.DEPTH) {
      int depth = Math.min(PackedProduct.DEPTH, left.columns() - k);
      for (int row = 0; row < left.rows(); row += ROWS) {
        int height = Math.min(ROWS, left.rows() - row);
        MatrixPart block = left.part(row, k, height, depth);
        for (int column = 0; column < right.columns(); column += COLUMNS) {
          int width = Math.min(COLUMNS, right.columns() - column);
          MatrixPart other = right.part(k, column, depth, width);
          addBlock(factor, block, other, result.part(row, column, height, width));
        }
      }
    }
  }

  private void addBlock(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    Arrays.fill(sums, 0, left.rows() * COLUMNS, 0);
    int k = 0;
    for (; k <= left.columns() - 4; k += 4) {
      addFour(factor, left, right, k);
    }
    for (; k < left.columns(); k++) {
      addOne(factor, left, right, k);
    }
    for (int i = 0; i < result.rows(); i++) {
      addRow(i * COLUMNS, result.columns(), result.values(), result.place(i, 0));
    }
  }

  private void addFour(double factor, MatrixPart left, MatrixPart right, int k) {
    boolean gaps = right.columnStep() != 1;
    if (gaps) {
      copy(right, k, 4);
    }
    double[] values = gaps ? copied : right.values();
    int first = gaps ? 0 : right.place(k, 0);
    int pitch = gaps ? COLUMNS : right.rowStep();
    int step = left.columnStep();
    for (int i = 0; i < left.rows(); i++) {
      int at = left.place(i, k);
      addFour(
          factor * left.values()[at],
          factor * left.values()[at + step],
          factor * left.values()[at + 2 * step],
          factor * left.values()[at + 3 * step],
          values,
          first,
          pitch,
          i * COLUMNS,
          right.columns());
    }
  }

  /** Adds four rows of the right matrix to a row of sums, which is loaded and stored once. */
  private void addFour(
      double a,
      double b,
      double c,
      double d,
      double[] right,
      int first,
      int pitch,
      int place,
      int width) {
    double[] to = sums;
    int second = first + pitch;
    int third = second + pitch;
    int fourth = third + pitch;
    for (int j = 0; j < width; j++) {
      double two = Math.fma(b, right[second + j], Math.fma(a, right[first + j], to[place + j]));
      to[place + j] = Math.fma(d, right[fourth + j], Math.fma(c, right[third + j], two));
    }
  }

  private void addOne(double factor, MatrixPart left, MatrixPart right, int k) {
    copy(right, k, 1);
    for (int i = 0; i < left.rows(); i++) {
      double a = factor * left.values()[left.place(i, k)];
      int place = i * COLUMNS;
      for (int j = 0; j < right.columns(); j++) {
        sums[place + j] = Math.fma(a, copied[j], sums[place + j]);
      }
    }
  }

  private void copy(MatrixPart right, int k, int rows) {
    double[] values = right.values();
    int step = right.columnStep();
    for (int i = 0; i < rows; i++) {
      int from = right.place(k + i, 0);
      for (int j = 0; j < right.columns(); j++) {
        copied[i * COLUMNS + j] = values[from + j * step];
      }
    }
  }

  private void addRow(int from, int width, double[] result, int place) {
    for (int j = 0; j < width; j++) {
      result[place + j] += sums[from + j];
    }
  }
}
