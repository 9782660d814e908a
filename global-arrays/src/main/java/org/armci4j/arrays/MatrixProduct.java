package org.armci4j.arrays;

import org.armci4j.Handle;
import org.armci4j.arrays.kernel.DoubleProduct;

/**
 * One rank's part of a matrix product: its own block, from panels of both factors that it gets
 * while it multiplies the panels before. A block is computed by stripes of rows that fit a Java
 * array. Ranks begin with different panels, so that they do not all read from one owner.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997), with gets in place of broadcasts.
 */
final class MatrixProduct {
  /** Columns of the left and rows of the right panel. */
  private static final int PANEL = 128;

  /** Most elements of a stripe. */
  private static final long STRIPE = 1L << 22;

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
    long columns = own.extent(1);
    long rows = Math.max(1, Math.min(own.extent(0), STRIPE / columns));
    for (long row = own.lower(0); row < own.upper(0); row += rows) {
      long last = Math.min(own.upper(0), row + rows);
      Patch stripe = Patch.at(row, own.lower(1)).to(last, own.upper(1));
      double[] sum = new double[Math.toIntExact(stripe.elements())];
      if (keep != 0) {
        result.get(stripe, sum);
        for (int i = 0; i < sum.length; i++) {
          sum[i] *= keep;
        }
      }
      multiply(stripe, sum, result.group().rank());
      result.put(stripe, sum);
    }
  }

  private void multiply(Patch stripe, double[] sum, int rank) {
    int rows = (int) stripe.extent(0);
    int columns = (int) stripe.extent(1);
    for (int i = 0; i < 2; i++) {
      lefts[i] = new double[rows * PANEL];
      rights[i] = new double[columns * PANEL];
    }
    int panels = Math.toIntExact((inner + PANEL - 1) / PANEL);
    int first = (int) ((long) rank * panels / left.group().size());
    start(stripe, first, 0);
    for (int i = 0; i < panels; i++) {
      int panel = (first + i) % panels;
      handle.await();
      if (i + 1 < panels) {
        start(stripe, (panel + 1) % panels, (i + 1) & 1);
      }
      DoubleProduct.add(factor, lefts[i & 1], rights[i & 1], rows, width(panel), columns, sum);
    }
  }

  private int width(int panel) {
    return (int) Math.min(PANEL, inner - (long) panel * PANEL);
  }

  private void start(Patch stripe, int panel, int pair) {
    long from = (long) panel * PANEL;
    long to = from + width(panel);
    left.nbGet(
        Patch.at(stripe.lower(0), from).to(stripe.upper(0), to),
        LocalBuffer.of(lefts[pair]),
        handle);
    right.nbGet(
        Patch.at(from, stripe.lower(1)).to(to, stripe.upper(1)),
        LocalBuffer.of(rights[pair]),
        handle);
  }
}
