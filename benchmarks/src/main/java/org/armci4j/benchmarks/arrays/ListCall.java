package org.armci4j.benchmarks.arrays;

import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;

/** Moves a list of elements all over the array. */
final class ListCall extends MoveCall {
  private final Armci armci;
  private final long[] indices;

  ListCall(ArrayPoint point, Armci armci, DoubleArray array, int edge) {
    super(point, array, point.size());
    this.armci = armci;
    this.indices = ArrayValues.indices(point.size(), edge);
  }

  @Override
  void put(long count) {
    for (long i = 0; i < count; i++) {
      array.putElements(indices, values);
      armci.fenceAll();
    }
  }

  @Override
  void get(long count) {
    for (long i = 0; i < count; i++) {
      array.getElements(indices, found);
    }
  }

  @Override
  void accumulate(long count) {
    for (long i = 0; i < count; i++) {
      array.accumulateElements(indices, values);
      armci.fenceAll();
    }
  }

  @Override
  double initial(int k) {
    return ArrayValues.left(indices[2 * k], indices[2 * k + 1]);
  }
}
