package org.armci4j.arrays;

import org.armci4j.bootstrap.text.Text;

/**
 * Finds the eigenvalues and eigenvectors of a symmetric matrix in a metric, another symmetric
 * matrix that is positive definite. The eigenvectors of the metric, each divided by the root of its
 * eigenvalue, are orthonormal in it. Among them, the problem is an ordinary one. Both matrices are
 * divided by powers of two, so that nothing in between overflows, in {@code float} either.
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
      int metricExponent = copyEven(metric, reduced, product);
      new SymmetricEigenproblem<>(operation, reduced, true).run(squares, basis);
      requirePositive(squares, rows, metricExponent);
      squares.map(x -> 1 / Math.sqrt(x));
      Matrix.of(basis).scaleColumns(squares);
      int exponent = copyEven(matrix, reduced, product);
      product.multiply(1, reduced, basis, 0);
      reduced.multiply(1, basis, true, product, false, 0);
      new SymmetricEigenproblem<>(operation, reduced, true).run(values, reduced);
      values.map(x -> Math.scalb(x, exponent - metricExponent));
      vectors.multiply(Math.scalb(1.0, -metricExponent / 2), basis, reduced, 0);
    }
  }

  @SuppressWarnings("unchecked") // the kind is that of A
  private FloatingArray<A> create(long... shape) {
    return (FloatingArray<A>) matrix.createRegular(shape);
  }

  /**
   * Copies the elements on and below the diagonal of a symmetric matrix to both sides of it,
   * divided by a power of two near the largest of them.
   *
   * @param mirror becomes undefined
   * @return the binary exponent of that power, an even number
   */
  private int copyEven(FloatingArray<A> from, FloatingArray<A> to, FloatingArray<A> mirror) {
    to.copyFrom(from);
    to.map((at, x) -> at[0] < at[1] ? 0 : x);
    if (to.count(x -> !Double.isFinite(x)) > 0) {
      throw from.refusal(operation, "an element on or below the diagonal is not finite");
    }
    int exponent = Math.getExponent(Math.max(to.max(), -to.min())) & ~1;
    to.map(x -> Math.scalb(x, -exponent));
    mirror.transposeFrom(to);
    mirror.map((at, x) -> at[0] < at[1] ? x : 0);
    to.add(1, to, 1, mirror);
    return exponent;
  }

  /** Throws on every rank, if an eigenvalue of the metric may have its sign by rounding alone. */
  private void requirePositive(FloatingArray<A> squares, long rows, int exponent) {
    double least = squares.min();
    double most = squares.max();
    double rounding = matrix.elementBytes() == Float.BYTES ? Math.ulp(1f) : Math.ulp(1.0);
    if (!(least > rows * rounding * most)) {
      throw matrix.refusal(
          operation,
          Text.format(
              "array %s is not positive definite, or not within rounding: its eigenvalues go from"
                  + " %s to %s",
              metric.name(), Math.scalb(least, exponent), Math.scalb(most, exponent)));
    }
  }
}
