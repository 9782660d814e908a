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
  private final FloatingArray<A> matrix;
  private final A received;
  private final LocalBuffer<A> buffer;

  /** The patch transposed; null when patches stay as they are. */
  private final A turned;

  private Patch patch;

  /**
   * @param transposed whether patches are those of the transposed matrix
   * @param elements most elements of a patch
   */
  MatrixPanel(FloatingArray<A> matrix, boolean transposed, int elements) {
    this.matrix = matrix;
    this.received = matrix.newValues(elements);
    this.buffer = LocalBuffer.of(received);
    this.turned = transposed ? matrix.newValues(elements) : null;
  }

  /** Starts to get a patch, in indices of the transposed matrix where that is asked for. */
  void start(Patch wanted, Handle handle) {
    patch = turned == null ? wanted : mirrored(wanted);
    matrix.nbGet(patch, buffer, handle);
  }

  /** Returns the patch that has arrived, row-major without gaps; valid until the next start. */
  double[] take() {
    if (turned == null) {
      return matrix.doubles(received);
    }
    int bytes = matrix.layout().elementBytes();
    MemorySegment target = ElementKind.segment(turned);
    long rows = patch.extent(0);
    Transposition.transpose(
        buffer.segment(), rows, patch.extent(1), target, 0, rows * bytes, bytes);
    return matrix.doubles(turned);
  }

  private static Patch mirrored(Patch patch) {
    return Patch.at(patch.lower(1), patch.lower(0)).size(patch.extent(1), patch.extent(0));
  }
}
