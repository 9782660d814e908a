package org.armci4j.benchmarks.arrays;

import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.Patch;

/** Moves a patch, which belongs to one rank, or lies around the array's middle and so is spread. */
final class PatchCall extends MoveCall {
  private static final int SEVERAL = -1;

  private final Armci armci;
  private final Patch patch;
  private final int owner;

  /**
   * Prepares the call.
   *
   * @param target owner of a patch that is not spread
   */
  PatchCall(ArrayPoint point, Armci armci, DoubleArray array, int target) {
    super(point, array, point.size() * point.size());
    boolean spread = point.operation().endsWith("-spread");
    this.armci = armci;
    this.owner = spread ? SEVERAL : target;
    this.patch = middle(spread ? array.patch() : array.distribution().block(target), point.size());
  }

  /** Returns the square in the middle of a patch. */
  private static Patch middle(Patch whole, int edge) {
    long row = whole.lower(0) + (whole.extent(0) - edge) / 2;
    long column = whole.lower(1) + (whole.extent(1) - edge) / 2;
    return Patch.at(row, column).size(edge, edge);
  }

  private void fence() {
    if (owner == SEVERAL) {
      armci.fenceAll();
    } else {
      armci.fence(owner);
    }
  }

  @Override
  void put(long count) {
    for (long i = 0; i < count; i++) {
      array.put(patch, values);
      fence();
    }
  }

  @Override
  void get(long count) {
    for (long i = 0; i < count; i++) {
      array.get(patch, found);
    }
  }

  @Override
  void accumulate(long count) {
    for (long i = 0; i < count; i++) {
      array.accumulate(patch, values);
      fence();
    }
  }

  @Override
  double initial(int k) {
    long edge = patch.extent(1);
    return ArrayValues.left(patch.lower(0) + k / edge, patch.lower(1) + k % edge);
  }
}
