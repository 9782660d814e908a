package org.armci4j.arrays;

import org.armci4j.bootstrap.text.Text;

/**
 * Finds the eigenvalues and eigenvectors of a symmetric matrix in a metric, another symmetric
 * matrix that is positive definite. The eigenvectors of the metric, each divided by the root of its
 * eigenvalue, are orthonormal in it. Among them, the problem is an ordinary one.
 *
 * <p>Source: the canonical orthogonalization of Löwdin, "On the non-orthogonality problem" (1970).
 */
final class GeneralizedEigenproblem<A> {
  private final String operation;
  private final FloatingArray<A> matrix;
  private final FloatingArray<A> metric;

  GeneralizedEigenproblem(String operation, FloatingArray<A> matrix, FloatingArray<A> metric) {
    this.operation = operation;
    this.matrix = matrix;
    this.metric = metric;
  }

  /** Computes everything. Collective; the eigenvectors may be written to the matrix or metric. */
  void run(FloatingArray<A> values, FloatingArray<A> vectors) {
    long rows = matrix.distribution().extent(0);
    try (FloatingArray<A> basis = create(rows, rows);
        FloatingArray<A> product = create(rows, rows);
        FloatingArray<A> reduced = create(rows, rows);
        FloatingArray<A> squares = create(rows)) {
      new SymmetricEigenproblem<>(operation, metric, true).run(squares, basis);
      requirePositive(squares, rows);
      squares.map(x -> 1 / Math.sqrt(x));
      Matrix.of(basis).scaleColumns(squares);
      product.multiply(1, matrix, basis, 0);
      reduced.multiply(1, basis, true, product, false, 0);
      new SymmetricEigenproblem<>(operation, reduced, true).run(values, reduced);
      vectors.multiply(1, basis, reduced, 0);
    }
  }

  @SuppressWarnings("unchecked") // the kind is that of A
  private FloatingArray<A> create(long... shape) {
    return (FloatingArray<A>) matrix.createRegular(shape);
  }

  /** Throws on every rank, if an eigenvalue of the metric may have its sign by rounding alone. */
  private void requirePositive(FloatingArray<A> squares, long rows) {
    double least = squares.min();
    double most = squares.max();
    double rounding = matrix.elementBytes() == Float.BYTES ? Math.ulp(1f) : Math.ulp(1.0);
    if (!(least > rows * rounding * most)) {
      throw matrix.refusal(
          operation,
          Text.format(
              "array %s is not positive definite, or not within rounding: its eigenvalues go from"
                  + " %s to %s",
              metric.name(), least, most));
    }
  }
}
