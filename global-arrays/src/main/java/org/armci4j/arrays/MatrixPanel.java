package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.kernel.Transposition;

/**
 * Receives patches of a matrix, or of the transposed matrix, as {@code double} values. Patches are
 * transposed here, after they have arrived.
 */
final class MatrixPanel<A> {
  private final FloatingArray<A> array;
  private final long firstRow;
  private final long firstColumn;
  private final A received;
  private final LocalBuffer<A> buffer;

  /** The patch transposed; null when patches stay as they are. */
  private final A turned;

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
    this.turned = transposed ? array.newValues(elements) : null;
  }

  /**
   * Starts to get a patch.
   *
   * @param wanted indices that count from 0, those of the transposed matrix where it is asked for
   */
  void start(Patch wanted, Handle handle) {
    Patch part = turned == null ? wanted : wanted.mirrored();
    patch = part.movedTo(firstRow + part.lower(0), firstColumn + part.lower(1));
    array.nbGet(patch, buffer, handle);
  }

  /** Returns the patch that has arrived, row-major without gaps; valid until the next start. */
  double[] take() {
    if (turned == null) {
      return array.doubles(received);
    }
    int bytes = array.layout().elementBytes();
    MemorySegment target = ElementKind.segment(turned);
    long rows = patch.extent(0);
    Transposition.transpose(
        buffer.segment(), rows, patch.extent(1), target, 0, rows * bytes, bytes);
    return array.doubles(turned);
  }
}
