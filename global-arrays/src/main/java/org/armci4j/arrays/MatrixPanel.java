package org.armci4j.arrays;

import org.armci4j.Handle;
import org.armci4j.arrays.product.MatrixPart;

/** Receives patches of a matrix, or of the transposed matrix, as {@code double} values. */
final class MatrixPanel<A> {
  private final FloatingArray<A> array;
  private final long firstRow;
  private final long firstColumn;
  private final A received;
  private final LocalBuffer<A> buffer;
  private final boolean transposed;
  private Patch patch;

  /**
   * @param transposed whether patches are those of the transposed matrix
   * @param elements most elements of a patch
   */
  MatrixPanel(FloatingSection<A> matrix, boolean transposed, int elements) {
    this.array = matrix.array();
    this.firstRow = matrix.patch().lower(0);
    this.firstColumn = matrix.patch().lower(1);
    this.received = array.newValues(elements);
    this.buffer = LocalBuffer.of(received);
    this.transposed = transposed;
  }

  /**
   * Starts to get a patch.
   *
   * @param wanted indices that count from 0, those of the transposed matrix where it is asked for
   */
  void start(Patch wanted, Handle handle) {
    Patch part = transposed ? wanted.mirrored() : wanted;
    patch = part.movedTo(firstRow + part.lower(0), firstColumn + part.lower(1));
    array.nbGet(patch, buffer, handle);
  }

  /** Returns the patch that has arrived; valid until the next start. */
  MatrixPart take() {
    int rows = (int) patch.extent(0);
    int columns = (int) patch.extent(1);
    MatrixPart part = MatrixPart.of(array.doubles(received), 0, rows, columns);
    return transposed ? part.transposed() : part;
  }
}
