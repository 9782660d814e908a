package org.armci4j.arrays;

import org.armci4j.arrays.kernel.PanelFactors;
import org.armci4j.arrays.kernel.TriangularLoops;
import org.armci4j.arrays.product.MatrixPart;

/** Solves a symmetric positive definite system by one triangle, which needs no pivots. */
final class CholeskySolver<A> extends LinearSolver<A> {
  CholeskySolver(String operation, FloatingArray<A> matrix, FloatingArray<A> sides) {
    super(operation, matrix, false, sides);
  }

  @Override
  int factor(int panel, long[] notes) {
    return PanelFactors.cholesky(left.own(panel), left.rows(), left.width(panel), diagonal(panel));
  }

  @Override
  String failure() {
    return "has no positive square on the diagonal: the matrix is not positive definite";
  }

  @Override
  void eliminate(int panel, double[] factor, long[] notes) {
    int width = left.width(panel);
    for (int i = left.next(panel + 1); i < left.count(); i += left.step()) {
      int columns = left.width(i);
      int first = diagonal(i);
      int rest = left.rows() - first;
      left.subtractProduct(
          MatrixPart.of(factor, first * width, rest, width),
          MatrixPart.of(factor, first * width, columns, width).transposed(),
          MatrixPart.of(left.own(i), first * columns, rest, columns));
    }
    for (int i = right.next(0); i < right.count(); i += right.step()) {
      eliminate(panel, factor, false, right.own(i), right.width(i));
    }
  }

  @Override
  int firstRow(int panel) {
    return diagonal(panel);
  }

  @Override
  int endRow(int panel) {
    return left.rows();
  }

  @Override
  void substitute(int panel, double[] factor) {
    int width = left.width(panel);
    int top = diagonal(panel);
    int below = top + width;
    int rest = left.rows() - below;
    MatrixPart mirrored = MatrixPart.of(factor, below * width, rest, width).transposed();
    for (int i = right.next(0); i < right.count(); i += right.step()) {
      double[] values = right.own(i);
      int columns = right.width(i);
      left.subtractProduct(
          mirrored,
          MatrixPart.of(values, below * columns, rest, columns),
          MatrixPart.of(values, top * columns, width, columns));
      TriangularLoops.backward(factor, top * width, width, true, values, top * columns, columns);
    }
  }
}
