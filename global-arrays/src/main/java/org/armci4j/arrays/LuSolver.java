package org.armci4j.arrays;

import org.armci4j.arrays.kernel.PanelFactors;
import org.armci4j.arrays.kernel.TriangularLoops;
import org.armci4j.arrays.product.MatrixPart;

/** Solves any regular system by triangular factors, with partial pivoting. */
final class LuSolver<A> extends LinearSolver<A> {
  LuSolver(String operation, FloatingArray<A> matrix, boolean transposed, FloatingArray<A> sides) {
    super(operation, matrix, transposed, sides);
  }

  @Override
  int factor(int panel, long[] notes) {
    return PanelFactors.lu(left.own(panel), left.rows(), left.width(panel), diagonal(panel), notes);
  }

  @Override
  String failure() {
    return "has no pivot that is finite and not 0: the matrix is singular";
  }

  @Override
  void eliminate(int panel, double[] factor, long[] notes) {
    for (int i = left.next(panel + 1); i < left.count(); i += left.step()) {
      eliminate(panel, factor, notes, left.own(i), left.width(i));
    }
    for (int i = right.next(0); i < right.count(); i += right.step()) {
      eliminate(panel, factor, notes, right.own(i), right.width(i));
    }
  }

  private void eliminate(int panel, double[] factor, long[] notes, double[] values, int columns) {
    for (int i = 0; i < left.width(panel); i++) {
      PanelFactors.exchange(values, columns, diagonal(panel) + i, (int) notes[1 + i]);
    }
    eliminate(panel, factor, true, values, columns);
  }

  @Override
  int firstRow(int panel) {
    return 0;
  }

  @Override
  int endRow(int panel) {
    return diagonal(panel) + left.width(panel);
  }

  @Override
  void substitute(int panel, double[] factor) {
    int width = left.width(panel);
    int top = diagonal(panel);
    for (int i = right.next(0); i < right.count(); i += right.step()) {
      double[] values = right.own(i);
      int columns = right.width(i);
      int rows = top * columns;
      TriangularLoops.backward(factor, top * width, width, false, values, rows, columns);
      left.subtractProduct(
          MatrixPart.of(factor, 0, top, width),
          MatrixPart.of(values, rows, width, columns),
          MatrixPart.of(values, 0, top, columns));
    }
  }
}
