package org.armci4j.arrays.kernel;

import java.util.Arrays;
import org.armci4j.arrays.product.MatrixPart;

/**
 * A matrix product by vectors. Both factors are copied in blocks into the order in which {@link
 * VectorTile} reads them: a sliver of the right block stays in the first cache while the left
 * block, which stays in the second one, passes by it. Keeps its buffers, of 4.5 MiB at most. For
 * one thread at a time, in a JVM that has the Vector API.
 */
final class PackedProduct {
  /** Columns of the left and rows of the right block, whose products are summed before others. */
  static final int DEPTH = 256;

  /** Rows of the left block: 256 KiB, half of a usual second cache. */
  private static final int ROWS = 128;

  /** Columns of the right block: 4 MiB, a part of the third cache. */
  private static final int COLUMNS = 2048;

  private double[] packedLeft = {};
  private double[] packedRight = {};

  /** A tile over the result's edge, which has elements outside. */
  private final double[] tile = new double[VectorTile.ROWS * VectorTile.COLUMNS];

  /** Does the same as {@link DoubleProduct#add}. */
  void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    for (int column = 0; column < right.columns(); column += COLUMNS) {
      int width = Math.min(COLUMNS, right.columns() - column);
      for (int k = 0; k < left.columns(); k += DEPTH) {
        int depth = Math.min(DEPTH, left.columns() - k);
        packRight(right, k, column, depth, width);
        for (int row = 0; row < left.rows(); row += ROWS) {
          int height = Math.min(ROWS, left.rows() - row);
          packLeft(factor, left, row, k, height, depth);
          addBlock(result, row, column, height, width, depth);
        }
      }
    }
  }

  /** Returns the number of elements of slivers of whole tiles. */
  private static int room(int count, int unit, int depth) {
    return (count + unit - 1) / unit * unit * depth;
  }

  private void packLeft(double factor, MatrixPart left, int row, int k, int height, int depth) {
    int room = room(height, VectorTile.ROWS, depth);
    packedLeft = packedLeft.length < room ? new double[room] : packedLeft;
    for (int from = 0; from < height; from += VectorTile.ROWS) {
      int place = left.place(row + from, k);
      int some = Math.min(VectorTile.ROWS, height - from);
      pack(
          left.values(),
          place,
          left.rowStep(),
          left.columnStep(),
          some,
          depth,
          packedLeft,
          from * depth,
          VectorTile.ROWS);
    }
    if (factor != 1) {
      for (int i = 0; i < room; i++) {
        packedLeft[i] *= factor;
      }
    }
  }

  private void packRight(MatrixPart right, int k, int column, int depth, int width) {
    int room = room(width, VectorTile.COLUMNS, depth);
    packedRight = packedRight.length < room ? new double[room] : packedRight;
    for (int from = 0; from < width; from += VectorTile.COLUMNS) {
      int place = right.place(k, column + from);
      int some = Math.min(VectorTile.COLUMNS, width - from);
      pack(
          right.values(),
          place,
          right.columnStep(),
          right.rowStep(),
          some,
          depth,
          packedRight,
          from * depth,
          VectorTile.COLUMNS);
    }
  }

  /**
   * Packs a sliver. What it lacks to the width of a tile keeps old numbers, whose sums are not
   * used.
   *
   * @param across distance of the elements that are packed together
   * @param along distance of the elements that belong to neighbouring products
   * @param some elements that are packed together
   * @param width the same in a whole sliver
   */
  private static void pack(
      double[] from,
      int first,
      int across,
      int along,
      int some,
      int depth,
      double[] to,
      int place,
      int width) {
    if (across == 1) {
      for (int k = 0; k < depth; k++) {
        for (int i = 0; i < some; i++) {
          to[place + k * width + i] = from[first + k * along + i];
        }
      }
    } else {
      for (int i = 0; i < some; i++) {
        for (int k = 0; k < depth; k++) {
          to[place + k * width + i] = from[first + i * across + k * along];
        }
      }
    }
  }

  private void addBlock(
      MatrixPart result, int firstRow, int firstColumn, int height, int width, int depth) {
    for (int column = 0; column < width; column += VectorTile.COLUMNS) {
      for (int row = 0; row < height; row += VectorTile.ROWS) {
        int place = result.place(firstRow + row, firstColumn + column);
        int rows = Math.min(VectorTile.ROWS, height - row);
        int columns = Math.min(VectorTile.COLUMNS, width - column);
        boolean whole = rows == VectorTile.ROWS && columns == VectorTile.COLUMNS;
        if (!whole) {
          Arrays.fill(tile, 0);
        }
        VectorTile.add(
            packedLeft,
            row * depth,
            packedRight,
            column * depth,
            depth,
            whole ? result.values() : tile,
            whole ? place : 0,
            whole ? result.rowStep() : VectorTile.COLUMNS);
        if (!whole) {
          addPart(rows, columns, result.values(), place, result.rowStep());
        }
      }
    }
  }

  private void addPart(int rows, int columns, double[] result, int place, int step) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[place + i * step + j] += tile[i * VectorTile.COLUMNS + j];
      }
    }
  }
}
