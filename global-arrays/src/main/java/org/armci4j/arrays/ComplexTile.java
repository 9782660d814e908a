package org.armci4j.arrays;

import org.armci4j.arrays.kernel.ComplexParts;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;

/**
 * A tile of a product of matrices of complex numbers, made of four products of their real and
 * imaginary parts.
 */
final class ComplexTile<A> implements ProductTile<A> {
  private final ComplexArray<A> array;
  private final ElementKind number;
  private final Complex alpha;
  private final Complex beta;
  private final LocalProduct product;

  /** Parts of the panels, and those of the tile. */
  private final ComplexParts lefts = new ComplexParts();

  private final ComplexParts rights = new ComplexParts();
  private final ComplexParts sums = new ComplexParts();
  private Patch patch;

  /**
   * @param alpha factor of the product
   * @param beta factor of the old values; 0 does not read them
   */
  ComplexTile(ComplexArray<A> array, Complex alpha, Complex beta) {
    this.array = array;
    this.number = array.parts().kind().number();
    this.alpha = alpha;
    this.beta = beta;
    this.product = array.home().product();
  }

  /** Returns whether a product with this factor reads the old values. */
  static boolean reads(Complex beta) {
    return beta.real() != 0 || beta.imaginary() != 0;
  }

  @SuppressWarnings("unchecked") // the elements' numbers have the type of A
  private A newValues(int elements) {
    return (A) ComplexParts.newPairs(number, elements);
  }

  @Override
  public MatrixPanel<A> panel(ProductFactor<A> factor, int elements) {
    return new MatrixPanel<>(factor, newValues(elements));
  }

  @Override
  public void begin(Patch tile) {
    patch = tile;
    int elements = (int) tile.elements();
    if (!reads(beta)) {
      sums.clear(elements);
      return;
    }
    A old = newValues(elements);
    array.get(tile, old);
    sums.split(old, elements, false);
    sums.scale(beta.real(), beta.imaginary(), elements);
  }

  @Override
  public void add(MatrixPanel<A> left, MatrixPanel<A> right) {
    lefts.split(left.received(), left.elements(), left.form().isConjugated());
    lefts.scale(alpha.real(), alpha.imaginary(), left.elements());
    rights.split(right.received(), right.elements(), right.form().isConjugated());
    MatrixPart a = left.part(lefts.real());
    MatrixPart ai = left.part(lefts.imaginary());
    MatrixPart b = right.part(rights.real());
    MatrixPart bi = right.part(rights.imaginary());
    MatrixPart real = part(sums.real());
    MatrixPart imaginary = part(sums.imaginary());
    product.add(1, a, b, real);
    product.add(-1, ai, bi, real);
    product.add(1, a, bi, imaginary);
    product.add(1, ai, b, imaginary);
  }

  private MatrixPart part(double[] numbers) {
    return MatrixPart.of(numbers, 0, (int) patch.extent(0), (int) patch.extent(1));
  }

  @Override
  public void end() {
    A values = newValues((int) patch.elements());
    sums.join(values);
    array.put(patch, values);
  }
}
