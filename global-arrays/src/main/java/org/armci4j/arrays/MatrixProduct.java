package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.bootstrap.text.Text;

/**
 * One rank's part of a matrix product: its own block, from panels of both factors that it gets
 * while it multiplies the panels before. A block is computed tile by tile, so that its size has no
 * limit. Ranks begin with different panels, so that they do not all read from one owner.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997), with gets in place of broadcasts.
 */
final class MatrixProduct<A> {
  /** Columns of the left and rows of the right panel. */
  private static final int PANEL = 128;

  /** Most rows and most columns of the own block that are computed together. */
  private static final long TILE = 2048;

  private final double factor;
  private final ProductFactor<A> left;
  private final ProductFactor<A> right;

  private final Handle handle;

  /** Two pairs of panels: one is multiplied while the other arrives. */
  private final List<MatrixPanel<A>> lefts = new ArrayList<>();

  private final List<MatrixPanel<A>> rights = new ArrayList<>();

  MatrixProduct(double factor, ProductFactor<A> left, ProductFactor<A> right) {
    this.factor = factor;
    this.left = left;
    this.right = right;
    this.handle = left.matrix().home().armci().newHandle();
  }

  /** Throws unless the product has the shape of an array, which is no factor. */
  void requireResult(FloatingArray<A> result) {
    Distribution own = result.distribution();
    boolean matrices = left.isMatrix() && right.isMatrix() && own.dimensions() == 2;
    if (!matrices
        || left.rows() != own.extent(0)
        || left.columns() != right.rows()
        || right.columns() != own.extent(1)) {
      throw result.refusal(
          "multiply",
          Text.format(
              "%s is not the shape of the product of %s and %s",
              Distribution.text(own.shape()), left, right));
    }
    if (left.matrix() == result || right.matrix() == result) {
      throw result.refusal("multiply", "a factor is this array; multiply into another one");
    }
  }

  /**
   * Computes the own block.
   *
   * @param keep factor of the old values; 0 does not read them
   */
  void run(FloatingArray<A> result, double keep) {
    Patch own = result.own();
    long rows = Math.min(own.extent(0), TILE);
    long columns = Math.min(own.extent(1), TILE);
    for (int i = 0; i < 2; i++) {
      lefts.add(left.panel(rows * PANEL));
      rights.add(right.panel(columns * PANEL));
    }
    for (long row = own.lower(0); row < own.upper(0); row += rows) {
      for (long column = own.lower(1); column < own.upper(1); column += columns) {
        Patch tile = Patch.at(row, column).size(rows, columns).intersection(own);
        double[] sum = keep == 0 ? new double[(int) tile.elements()] : kept(result, tile, keep);
        multiply(tile, sum, result.group().rank());
        result.putDoubles(tile, sum);
      }
    }
  }

  private static double[] kept(FloatingArray<?> result, Patch tile, double factor) {
    double[] values = result.getDoubles(tile);
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
    return values;
  }

  private void multiply(Patch tile, double[] sum, int rank) {
    int rows = (int) tile.extent(0);
    int columns = (int) tile.extent(1);
    int panels = Math.toIntExact((left.columns() + PANEL - 1) / PANEL);
    int first = (int) ((long) rank * panels / left.matrix().group().size());
    start(tile, first, 0);
    for (int i = 0; i < panels; i++) {
      int panel = (first + i) % panels;
      handle.await();
      if (i + 1 < panels) {
        start(tile, (panel + 1) % panels, (i + 1) & 1);
      }
      double[] a = lefts.get(i & 1).take();
      double[] b = rights.get(i & 1).take();
      DoubleProduct.add(factor, a, 0, b, 0, rows, width(panel), columns, sum, 0);
    }
  }

  private int width(int panel) {
    return (int) Math.min(PANEL, left.columns() - (long) panel * PANEL);
  }

  private void start(Patch tile, int panel, int pair) {
    long from = (long) panel * PANEL;
    long to = from + width(panel);
    lefts.get(pair).start(Patch.at(tile.lower(0), from).to(tile.upper(0), to), handle);
    rights.get(pair).start(Patch.at(from, tile.lower(1)).to(to, tile.upper(1)), handle);
  }
}
