package org.armci4j.arrays;

import java.util.Arrays;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.DoubleProduct;

/**
 * One rank's part of a matrix product: its own block, from panels of both factors that it gets
 * while it multiplies the panels before. A block is computed tile by tile, so that its size has no
 * limit. Ranks begin with different panels, so that they do not all read from one owner.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997), with gets in place of broadcasts.
 */
final class MatrixProduct {
  /** Columns of the left and rows of the right panel. */
  private static final int PANEL = 128;

  /** Most rows and most columns of the own block that are computed together. */
  private static final long TILE = 2048;

  private final DoubleArray left;
  private final DoubleArray right;
  private final double factor;
  private final long inner;

  /** Two pairs of panels: one is multiplied while the other arrives. */
  private final double[][] lefts = new double[2][];

  private final double[][] rights = new double[2][];
  private final Handle handle;

  MatrixProduct(double factor, DoubleArray left, DoubleArray right) {
    this.factor = factor;
    this.left = left;
    this.right = right;
    this.inner = left.distribution().extent(1);
    this.handle = left.home().armci().newHandle();
  }

  /**
   * Computes the own block.
   *
   * @param keep factor of the old values; 0 does not read them
   */
  void run(DoubleArray result, double keep) {
    Patch own = result.own();
    int rows = (int) Math.min(own.extent(0), TILE);
    int columns = (int) Math.min(own.extent(1), TILE);
    for (int i = 0; i < 2; i++) {
      lefts[i] = new double[rows * PANEL];
      rights[i] = new double[columns * PANEL];
    }
    double[] sum = new double[rows * columns];
    for (long row = own.lower(0); row < own.upper(0); row += rows) {
      for (long column = own.lower(1); column < own.upper(1); column += columns) {
        Patch tile = Patch.at(row, column).size(rows, columns).intersection(own);
        if (keep != 0) {
          result.get(tile, sum);
          for (int i = 0; i < sum.length; i++) {
            sum[i] *= keep;
          }
        } else {
          Arrays.fill(sum, 0);
        }
        multiply(tile, sum, result.group().rank());
        result.put(tile, sum);
      }
    }
  }

  private void multiply(Patch tile, double[] sum, int rank) {
    int rows = (int) tile.extent(0);
    int columns = (int) tile.extent(1);
    int panels = Math.toIntExact((inner + PANEL - 1) / PANEL);
    int first = (int) ((long) rank * panels / left.group().size());
    start(tile, first, 0);
    for (int i = 0; i < panels; i++) {
      int panel = (first + i) % panels;
      handle.await();
      if (i + 1 < panels) {
        start(tile, (panel + 1) % panels, (i + 1) & 1);
      }
      DoubleProduct.add(factor, lefts[i & 1], rights[i & 1], rows, width(panel), columns, sum);
    }
  }

  private int width(int panel) {
    return (int) Math.min(PANEL, inner - (long) panel * PANEL);
  }

  private void start(Patch tile, int panel, int pair) {
    long from = (long) panel * PANEL;
    long to = from + width(panel);
    left.nbGet(
        Patch.at(tile.lower(0), from).to(tile.upper(0), to), LocalBuffer.of(lefts[pair]), handle);
    right.nbGet(
        Patch.at(from, tile.lower(1)).to(to, tile.upper(1)), LocalBuffer.of(rights[pair]), handle);
  }
}
