package org.armci4j.arrays;

import org.armci4j.Accumulation;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;

/** The transfers of patches of an array by another pattern than the array's own. */
final class PatternPatches<A> extends PatchAccess<A> {
  private final GlobalArray<A> array;
  private final PatchPattern pattern;

  PatternPatches(GlobalArray<A> array, PatchPattern pattern) {
    this.array = array;
    this.pattern = pattern;
  }

  @Override
  void move(
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<A> buffer,
      Handle handle) {
    array.move(pattern, operation, sum, patch, buffer, handle);
  }

  @Override
  Accumulation plainSum() {
    return array.plainSum();
  }

  @Override
  public String toString() {
    return array + " with patches of " + pattern;
  }
}
