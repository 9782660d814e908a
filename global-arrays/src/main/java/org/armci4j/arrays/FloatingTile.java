package org.armci4j.arrays;

import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;

/** A tile of a product of matrices of real numbers. */
final class FloatingTile<A> implements ProductTile<A> {
  private final FloatingArray<A> array;
  private final double alpha;
  private final double beta;
  private final LocalProduct product;
  private Patch patch;
  private double[] sum;

  /**
   * @param alpha factor of the product
   * @param beta factor of the old values; 0 does not read them
   */
  FloatingTile(FloatingArray<A> array, double alpha, double beta) {
    this.array = array;
    this.alpha = alpha;
    this.beta = beta;
    this.product = array.home().product();
  }

  @Override
  public MatrixPanel<A> panel(ProductFactor<A> factor, int elements) {
    return new MatrixPanel<>(factor, array.newValues(elements));
  }

  @Override
  public void begin(Patch tile) {
    patch = tile;
    sum = beta == 0 ? new double[(int) tile.elements()] : array.getDoubles(tile);
    for (int i = 0; beta != 0 && i < sum.length; i++) {
      sum[i] *= beta;
    }
  }

  @Override
  public void add(MatrixPanel<A> left, MatrixPanel<A> right) {
    MatrixPart part = MatrixPart.of(sum, 0, (int) patch.extent(0), (int) patch.extent(1));
    MatrixPart a = left.part(array.doubles(left.received()));
    MatrixPart b = right.part(array.doubles(right.received()));
    product.add(alpha, a, b, part);
  }

  @Override
  public void end() {
    array.putDoubles(patch, sum);
  }
}
