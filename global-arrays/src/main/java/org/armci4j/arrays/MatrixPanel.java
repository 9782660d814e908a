package org.armci4j.arrays;

import org.armci4j.Handle;
import org.armci4j.arrays.product.MatrixPart;

/** Receives patches of a factor of a matrix product. */
final class MatrixPanel<A> {
  private final ProductFactor<A> factor;
  private final GlobalArray<A> array;
  private final A received;
  private final LocalBuffer<A> buffer;
  private Patch patch;

  /**
   * @param received has room for the largest patch
   */
  MatrixPanel(ProductFactor<A> factor, A received) {
    this.factor = factor;
    this.array = factor.matrix().array();
    this.received = received;
    this.buffer = LocalBuffer.of(received);
  }

  /**
   * Starts to get a patch.
   *
   * @param wanted indices that count from 0, those of the transposed matrix where it is asked for
   */
  void start(Patch wanted, Handle handle) {
    Patch part = factor.form().isTransposed() ? wanted.mirrored() : wanted;
    Patch matrix = factor.matrix().patch();
    patch = part.movedTo(matrix.lower(0) + part.lower(0), matrix.lower(1) + part.lower(1));
    array.nbGet(patch, buffer, handle);
  }

  FactorForm form() {
    return factor.form();
  }

  /**
   * Returns the elements that have arrived, as they lie in the array; valid until the next start.
   */
  A received() {
    return received;
  }

  /** Returns the number of elements that have arrived. */
  int elements() {
    return (int) patch.elements();
  }

  /** Returns the matrix of numbers that are in the order of the elements. */
  MatrixPart part(double[] numbers) {
    MatrixPart part = MatrixPart.of(numbers, 0, (int) patch.extent(0), (int) patch.extent(1));
    return factor.form().isTransposed() ? part.transposed() : part;
  }
}
