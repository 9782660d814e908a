package org.armci4j.arrays;

/** A factor of a matrix product: a matrix, or the transposed matrix. */
record ProductFactor<A>(FloatingArray<A> matrix, boolean transposed) {
  boolean isMatrix() {
    return matrix.dimensions() == 2;
  }

  long rows() {
    return matrix.distribution().extent(transposed ? 1 : 0);
  }

  long columns() {
    return matrix.distribution().extent(transposed ? 0 : 1);
  }

  /** Returns a place for patches of the factor, in its own indices. */
  MatrixPanel<A> panel(long elements) {
    return new MatrixPanel<>(matrix, transposed, Math.toIntExact(elements));
  }

  /** Returns the shape for people. */
  @Override
  public String toString() {
    String shape = Distribution.text(matrix.shape());
    return transposed ? shape + " transposed" : shape;
  }
}
