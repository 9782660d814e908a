package org.armci4j.arrays;

/** A factor of a matrix product: a matrix, or the transposed matrix. */
record ProductFactor<A>(FloatingSection<A> matrix, boolean transposed) {
  boolean isMatrix() {
    return matrix.patch().dimensions() == 2;
  }

  long rows() {
    return matrix.patch().extent(transposed ? 1 : 0);
  }

  long columns() {
    return matrix.patch().extent(transposed ? 0 : 1);
  }

  /** Returns a place for patches of the factor, whose indices count from 0. */
  MatrixPanel<A> panel(long elements) {
    return new MatrixPanel<>(matrix, transposed, Math.toIntExact(elements));
  }

  /** Returns the shape for people. */
  @Override
  public String toString() {
    String shape = Distribution.text(matrix.patch().sizes());
    return transposed ? shape + " transposed" : shape;
  }
}
