package org.armci4j.arrays;

import org.armci4j.arrays.kernel.TriangularLoops;
import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;

/**
 * Solves a system of linear equations on copies of its matrices. For each panel of the left side,
 * from left to right, its owner factors it and gives the factor to all ranks, which eliminate its
 * columns from their own panels of both sides. Then all ranks substitute backwards in their panels
 * of the right side, from the last factor to the first.
 *
 * <p>Source: Geist, Romine, "LU factorization algorithms on distributed-memory multiprocessor
 * architectures" (1988), the column variant, with panels in place of columns.
 */
abstract sealed class LinearSolver<A> permits LuSolver, CholeskySolver {
  private final String operation;
  private final FloatingArray<A> matrix;

  /** The matrix and the right-hand sides, which become the factors and the solutions. */
  final ColumnPanels<A> left;

  final ColumnPanels<A> right;

  LinearSolver(
      String operation, FloatingArray<A> matrix, boolean transposed, FloatingArray<A> sides) {
    this.operation = operation;
    this.matrix = matrix;
    long share = (sides.distribution().extent(1) - 1) / matrix.group().size() + 1;
    this.left = new ColumnPanels<>(matrix, transposed, ColumnPanels.WIDTH);
    this.right = new ColumnPanels<>(sides, false, (int) Math.min(share, ColumnPanels.WIDTH));
  }

  /**
   * Factors an own panel below and on the diagonal.
   *
   * @param notes may take numbers for all ranks, from element 1 on
   * @return the column of the panel that cannot be factored, or −1
   */
  abstract int factor(int panel, long[] notes);

  /** Returns the reason why there is no factor. */
  abstract String failure();

  /** Eliminates the columns of a factored panel from all later own panels of both sides. */
  abstract void eliminate(int panel, double[] factor, long[] notes);

  /**
   * Solves for the rows of a factored panel in a panel of either side, and subtracts what they
   * contribute to the rows below.
   *
   * @param unit whether the factor's diagonal counts as ones
   * @param values the panel
   * @param columns its columns
   */
  final void eliminate(int panel, double[] factor, boolean unit, double[] values, int columns) {
    int width = left.width(panel);
    int top = diagonal(panel);
    int below = top + width;
    TriangularLoops.forward(factor, top * width, width, unit, values, top * columns, columns);
    int rest = left.rows() - below;
    left.subtractProduct(
        MatrixPart.of(factor, below * width, rest, width),
        MatrixPart.of(values, top * columns, width, columns),
        MatrixPart.of(values, below * columns, rest, columns));
  }

  /** Returns the first and the last row of a panel that {@link #substitute} reads. */
  abstract int firstRow(int panel);

  abstract int endRow(int panel);

  /** Solves for the rows of a factored panel in all own panels of the right side. */
  abstract void substitute(int panel, double[] factor);

  /** Returns the row with the diagonal element of a panel's first column. */
  static int diagonal(int panel) {
    return panel * ColumnPanels.WIDTH;
  }

  /** Replaces the right-hand sides by the solutions. Collective. */
  final void run() {
    matrix.home().sync();
    try {
      left.read();
      right.read();
      for (int panel = 0; panel < left.count(); panel++) {
        long[] notes = factorForAll(panel);
        double[] factor = left.share(panel, diagonal(panel), left.rows());
        eliminate(panel, factor, notes);
      }
      for (int panel = left.count() - 1; panel >= 0; panel--) {
        substitute(panel, left.share(panel, firstRow(panel), endRow(panel)));
      }
      right.write();
    } finally {
      matrix.home().sync();
    }
  }

  /** Throws on every rank, if the owner of a panel cannot factor it. */
  private long[] factorForAll(int panel) {
    long[] notes = new long[1 + left.width(panel)];
    if (left.own(panel) != null) {
      notes[0] = factor(panel, notes);
    }
    matrix.home().collectives().broadcast(Elements.of(notes), left.owner(panel));
    if (notes[0] >= 0) {
      throw matrix.refusal(
          operation, Text.format("column %d %s", diagonal(panel) + notes[0], failure()));
    }
    return notes;
  }
}
