package org.armci4j.arrays;

import org.armci4j.Accumulation;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;

/** The transfers of patches that go over the ends of an array and on at its other ends. */
final class PeriodicPatches<A> extends PatchAccess<A> {
  private final GlobalArray<A> array;

  PeriodicPatches(GlobalArray<A> array) {
    this.array = array;
  }

  @Override
  void move(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    String method = "periodic()." + operation.method(handle == null);
    array.requireOpen(method);
    array.checks().periodic(method, operation, patch);
    array.checks().local(method, operation, sum, patch, patch, buffer);
    PatchTransfers transfers = array.transfers();
    transfers.together(
        handle,
        common -> {
          PeriodicPieces pieces = new PeriodicPieces(patch, array.distribution());
          while (pieces.next()) {
            LocalBuffer<A> part = buffer.part(patch, pieces.place());
            transfers.move(operation, sum, pieces.patch(), part, common);
          }
        });
  }

  @Override
  Accumulation plainSum() {
    return array.plainSum();
  }

  @Override
  public String toString() {
    return array + " with periodic patches";
  }
}
