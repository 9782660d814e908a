package org.armci4j.arrays.kernel;

import org.armci4j.VectorApi;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.kernel.loops.VectorWarmUp;

/**
 * Adds products of dense matrices to a third matrix, and keeps what this needs from one product to
 * the next. Begins with plain loops. After some large products it warms up loops on the Vector API
 * in the background, and takes them for large products as soon as they are faster in this JVM. Both
 * have the same results, bit for bit, so it does not matter when that is. Any thread may call; one
 * product is computed at a time.
 */
public final class DoubleProduct implements LocalProduct {
  /** Multiplications of a small product, in which packing costs more than vectors save. */
  private static final long SMALL = 1 << 12;

  /** Rows or columns below which a product is narrow: its tiles would be mostly empty. */
  private static final int NARROW = 4;

  /** Multiplications of large products by plain loops, after which a warm-up is worth it. */
  private static final long WORTH = 1L << 26;

  /** Rows and columns of the matrices of a warm-up. */
  private static final int SIZE = 96;

  private final PlainProduct plain = new PlainProduct();

  /** What plain loops have multiplied in large products. */
  private long done;

  /** The vectors' buffers; null until the first product by vectors. */
  private PackedProduct packed;

  /** Whether vectors are faster than plain loops. */
  private volatile boolean warm;

  /**
   * Adds {@code factor} times the product. Each sum takes the products of 256 neighbouring inner
   * indices in their order, each with one rounding, before it is added to the result.
   *
   * @param result receives the product; its columns have no gaps. It may be in the array of a
   *     factor, without common elements
   */
  @Override
  public synchronized void add(
      double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    long products = (long) left.rows() * left.columns() * right.columns();
    boolean large = products >= SMALL && Math.min(left.rows(), right.columns()) >= NARROW;
    if (large && warm) {
      packed = packed == null ? new PackedProduct() : packed;
      packed.add(factor, left, right, result);
      return;
    }
    plain.add(factor, left, right, result);
    if (large && done < WORTH) {
      done += products;
      if (done >= WORTH) {
        Thread.ofPlatform().daemon().name("armci-product").start(this::warmUp);
      }
    }
  }

  /**
   * Computes products until vectors are faster than plain loops, for a few seconds at most; returns
   * at once where there is no Vector API.
   */
  public void warmUp() {
    if (!VectorApi.load(DoubleProduct.class)) {
      return;
    }
    MatrixPart matrix = MatrixPart.of(new double[SIZE * SIZE], 0, SIZE, SIZE);
    MatrixPart sum = MatrixPart.of(new double[SIZE * SIZE], 0, SIZE, SIZE);
    PlainProduct loops = new PlainProduct();
    PackedProduct vectors = new PackedProduct();
    warm =
        VectorWarmUp.succeeds(
            () -> loops.add(1, matrix, matrix, sum), () -> vectors.add(1, matrix, matrix, sum));
  }
}
