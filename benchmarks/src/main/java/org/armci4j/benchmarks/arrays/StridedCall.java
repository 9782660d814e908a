package org.armci4j.benchmarks.arrays;

import org.armci4j.Armci;
import org.armci4j.DoubleBlock;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.Patch;
import org.armci4j.strided.Strided;

/**
 * Moves a matrix of the shape of a {@link PatchCall}'s patch by strided transfers, in a memory that
 * has rows of the same length, in the middle of which it lies too: so both touch as many lines of
 * the caches. The difference is what a patch costs.
 */
final class StridedCall extends MoveCall {
  private final Armci armci;
  private final Strided strided;
  private final DoubleBlock block;
  private final int edge;
  private final long leading;
  private final long first;

  /**
   * Prepares the call. Collective.
   *
   * @param target the rank with the matrix
   */
  StridedCall(ArrayPoint point, Armci armci, DoubleArray array, int target) {
    super(point, array, point.size() * point.size());
    Patch blockOfArray = array.distribution().block(target);
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.edge = point.size();
    this.leading = blockOfArray.extent(1);
    this.first = (leading - edge) / 2;
    this.block = armci.allocate(edge * leading * Double.BYTES).doubles(target);
  }

  @Override
  void put(long count) {
    for (long i = 0; i < count; i++) {
      strided.put(values, 0, edge, block, first, leading, edge, edge);
      armci.fence(block.rank());
    }
  }

  @Override
  void get(long count) {
    for (long i = 0; i < count; i++) {
      strided.get(block, first, leading, found, 0, edge, edge, edge);
    }
  }

  @Override
  void accumulate(long count) {
    for (long i = 0; i < count; i++) {
      strided.accumulate(values, 0, edge, block, first, leading, edge, edge);
      armci.fence(block.rank());
    }
  }

  @Override
  double initial(int k) {
    return 0;
  }
}
