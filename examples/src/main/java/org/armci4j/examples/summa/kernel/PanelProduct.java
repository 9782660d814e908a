package org.armci4j.examples.summa.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * Computes C += A·B for a panel of A with few columns and one of B with as many rows, blocked for
 * the caches: a sliver of B stays in the first level while a block of A, which stays in the second,
 * passes by it. For one thread at a time.
 */
public final class PanelProduct {
  /** Rows of A in a block: with 256 columns 256 KiB, half of a usual second-level cache. */
  private static final int BLOCK_ROWS = 128;

  private final TileKernel kernel;
  private final int rows;
  private final int columns;
  private final double[] packedA;
  private final double[] packedB;
  private final double[] tile;

  /**
   * Makes buffers for products of a size.
   *
   * @param kernel does the arithmetic
   * @param rows of C
   * @param columns of C
   * @param largestDepth the most columns of A that a panel has
   */
  public PanelProduct(TileKernel kernel, int rows, int columns, int largestDepth) {
    this.kernel = kernel;
    this.rows = rows;
    this.columns = columns;
    this.packedA = new double[BLOCK_ROWS * largestDepth];
    this.packedB = new double[roundUp(columns, kernel.columns()) * largestDepth];
    this.tile = new double[kernel.rows() * kernel.columns()];
  }

  private static int roundUp(int count, int unit) {
    return (count + unit - 1) / unit * unit;
  }

  /**
   * Adds a product.
   *
   * @param a the panel of A, column by column
   * @param aFrom its first byte
   * @param b the panel of B, row by row
   * @param bFrom its first byte
   * @param depth columns of A and rows of B
   * @param c row by row, added to
   */
  public void add(MemorySegment a, long aFrom, MemorySegment b, long bFrom, int depth, double[] c) {
    pack(b, bFrom, columns, 0, columns, kernel.columns(), depth, packedB);
    for (int row = 0; row < rows; row += BLOCK_ROWS) {
      int height = Math.min(BLOCK_ROWS, rows - row);
      pack(a, aFrom, rows, row, height, kernel.rows(), depth, packedA);
      addBlock(row, height, depth, c);
    }
  }

  /**
   * Packs {@code count} of the {@code pitch} elements that lie side by side for each k, from {@code
   * first} on, into slivers of {@code width}; the last is filled up with zeros.
   */
  private static void pack(
      MemorySegment from,
      long fromBytes,
      int pitch,
      int first,
      int count,
      int width,
      int depth,
      double[] to) {
    int index = 0;
    for (int sliver = 0; sliver < count; sliver += width) {
      int some = Math.min(width, count - sliver);
      for (int k = 0; k < depth; k++, index += width) {
        long at = fromBytes + ((long) k * pitch + first + sliver) * Double.BYTES;
        for (int i = 0; i < some; i++) {
          to[index + i] = from.get(JAVA_DOUBLE, at + (long) i * Double.BYTES);
        }
        for (int i = some; i < width; i++) {
          to[index + i] = 0.0;
        }
      }
    }
  }

  private void addBlock(int firstRow, int height, int depth, double[] c) {
    for (int column = 0; column < columns; column += kernel.columns()) {
      for (int row = 0; row < height; row += kernel.rows()) {
        kernel.multiply(packedA, row * depth, packedB, column * depth, depth, tile);
        addTile(firstRow + row, Math.min(kernel.rows(), height - row), column, c);
      }
    }
  }

  private void addTile(int firstRow, int height, int firstColumn, double[] c) {
    int width = Math.min(kernel.columns(), columns - firstColumn);
    for (int row = 0; row < height; row++) {
      int to = (firstRow + row) * columns + firstColumn;
      for (int column = 0; column < width; column++) {
        c[to + column] += tile[row * kernel.columns() + column];
      }
    }
  }
}
