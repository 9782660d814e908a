package org.armci4j.arrays;

/** A tile of the result of a matrix product, to which products of panels are added. */
interface ProductTile<A> {
  /** Returns a place for patches of a factor. */
  MatrixPanel<A> panel(ProductFactor<A> factor, int elements);

  /** Begins with the old values times their factor, or with zeros. */
  void begin(Patch tile);

  /** Adds the product of two panels. */
  void add(MatrixPanel<A> left, MatrixPanel<A> right);

  /** Writes the tile into the result. */
  void end();
}
