package org.armci4j.arrays;

import java.util.Objects;

/** A factor of a matrix product: a matrix in one of its forms. */
record ProductFactor<A>(ArraySection<A> matrix, FactorForm form) {
  /** Returns a matrix of real numbers, or the transposed matrix. */
  static <A> ProductFactor<A> of(FloatingSection<A> matrix, boolean transposed) {
    return new ProductFactor<>(matrix, transposed ? FactorForm.TRANSPOSED : FactorForm.AS_IT_IS);
  }

  ProductFactor {
    Objects.requireNonNull(matrix, "matrix");
    Objects.requireNonNull(form, "form");
  }

  boolean isMatrix() {
    return matrix.patch().dimensions() == 2;
  }

  long rows() {
    return matrix.patch().extent(form.isTransposed() ? 1 : 0);
  }

  long columns() {
    return matrix.patch().extent(form.isTransposed() ? 0 : 1);
  }

  /** Returns the shape for people. */
  @Override
  public String toString() {
    return Distribution.text(matrix.patch().sizes()) + form.suffix();
  }
}
