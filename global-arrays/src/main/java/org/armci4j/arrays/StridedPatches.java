package org.armci4j.arrays;

import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;

/** The transfers of patches of which only every k-th index of each dimension takes part. */
final class StridedPatches<A> extends PatchAccess<A> {
  private final GlobalArray<A> array;
  private final long[] steps;

  /** How a program has named these transfers. */
  private final String name;

  /**
   * @param steps at least 1, one for each dimension
   */
  StridedPatches(GlobalArray<A> array, long[] steps) {
    this.array = array;
    this.steps = steps;
    this.name =
        "every(" + String.join(", ", Arrays.stream(steps).mapToObj(Long::toString).toList()) + ")";
  }

  @Override
  void move(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    String method = name + "." + operation.method(handle == null);
    array.requireOpen(method);
    array.checks().patch(method, patch);
    Patch moved = moved(patch);
    array.checks().local(method, operation, sum, patch, moved, buffer);
    if (patch.isEmpty()) {
      return;
    }
    array
        .transfers()
        .together(
            handle,
            common -> {
              for (PatchPart part : array.distribution().owners(patch)) {
                StridedPiece piece = StridedPiece.of(array, patch, steps, part, buffer);
                if (piece != null) {
                  array.transfers().start(operation, sum, piece, buffer.segment(), common);
                }
              }
            });
  }

  /** Returns the elements that take part, as a patch of their number in each dimension. */
  private Patch moved(Patch patch) {
    long[] sizes = patch.sizes();
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Math.ceilDiv(sizes[d], steps[d]);
    }
    return Patch.at(new long[sizes.length]).size(sizes);
  }

  @Override
  Accumulation plainSum() {
    return array.plainSum();
  }

  @Override
  public String toString() {
    return array + " with patches of " + name;
  }
}
