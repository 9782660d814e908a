package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;

/**
 * One rank's part of a matrix product: its own part of the result, from panels of both factors that
 * it gets while it multiplies the panels before. It is computed tile by tile, so that its size has
 * no limit. Ranks begin with different panels, so that they do not all read from one owner.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997), with gets in place of broadcasts.
 */
final class MatrixProduct<A> {
  /** Columns of the left and rows of the right panel. */
  private static final int PANEL = 256;

  /** Most rows and most columns of the own block that are computed together. */
  private static final long TILE = 2048;

  private final ArraySection<A> result;
  private final ProductTile<A> sum;
  private final ProductFactor<A> left;
  private final ProductFactor<A> right;

  private final Handle handle;

  /** Two pairs of panels: one is multiplied while the other arrives. */
  private final List<MatrixPanel<A>> lefts = new ArrayList<>();

  private final List<MatrixPanel<A>> rights = new ArrayList<>();

  /** Throws unless the product has the shape of the result, which is apart from the factors. */
  MatrixProduct(
      ArraySection<A> result, ProductTile<A> sum, ProductFactor<A> left, ProductFactor<A> right) {
    this.result = result;
    this.sum = sum;
    this.left = left;
    this.right = right;
    SectionChecks.requireFellow("multiply", result, left.matrix());
    SectionChecks.requireFellow("multiply", result, right.matrix());
    requireShapes();
    SectionChecks.requireApart("multiply", result, left.matrix());
    SectionChecks.requireApart("multiply", result, right.matrix());
    this.handle = result.array().home().armci().newHandle();
  }

  private void requireShapes() {
    Patch patch = result.patch();
    boolean matrices = left.isMatrix() && right.isMatrix() && patch.dimensions() == 2;
    if (!matrices
        || left.rows() != patch.extent(0)
        || left.columns() != right.rows()
        || right.columns() != patch.extent(1)) {
      throw result
          .array()
          .refusal(
              "multiply",
              Text.format(
                  "%s is not the shape of the product of %s and %s",
                  Distribution.text(patch.sizes()), left, right));
    }
  }

  /** Computes the own part. */
  void run() {
    Patch own = result.own();
    long rows = Math.min(own.extent(0), TILE);
    long columns = Math.min(own.extent(1), TILE);
    Patch zeroBased = result.patch().movedTo(0, 0);
    for (int i = 0; i < 2; i++) {
      lefts.add(sum.panel(left, Math.toIntExact(rows * PANEL)));
      rights.add(sum.panel(right, Math.toIntExact(columns * PANEL)));
    }
    for (long row = own.lower(0); row < own.upper(0); row += rows) {
      for (long column = own.lower(1); column < own.upper(1); column += columns) {
        Patch tile = Patch.at(row, column).size(rows, columns).intersection(own);
        sum.begin(tile);
        multiply(tile.movedFrom(result.patch(), zeroBased), result.array().group().rank());
        sum.end();
      }
    }
  }

  private void multiply(Patch tile, int rank) {
    int panels = Math.toIntExact((left.columns() + PANEL - 1) / PANEL);
    if (panels == 0) {
      return; // the sum of no products
    }
    int first = (int) ((long) rank * panels / result.array().group().size());
    start(tile, first, 0);
    for (int i = 0; i < panels; i++) {
      int panel = (first + i) % panels;
      handle.await();
      if (i + 1 < panels) {
        start(tile, (panel + 1) % panels, (i + 1) & 1);
      }
      sum.add(lefts.get(i & 1), rights.get(i & 1));
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
