package org.armci4j.arrays.product;

/**
 * Multiplies the parts of matrices that one rank has in its own memory, for matrix products and
 * solvers of global arrays. A program that would rather use a library of its own implements this
 * interface by a public class with a constructor without parameters, names the class as a service
 * provider of {@code LocalProduct}, and sets {@code arraysProduct} to the name of the class.
 *
 * <p>Each {@link org.armci4j.arrays.GlobalArrays} makes one object of the class. Several threads of
 * a rank may call it at the same time.
 */
@FunctionalInterface
public interface LocalProduct {
  /**
   * Adds a factor times the product of two matrices to a third one. Sizes fit and may be 0. How
   * sums are rounded is up to the implementation; NaN and infinite elements follow from the
   * definition.
   *
   * @param factor of the product
   * @param left the left matrix
   * @param right the right matrix, of as many rows as the left one has columns
   * @param result receives the sum; its columns have no gaps. It may be in the array of a factor,
   *     without common elements
   */
  void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result);
}
