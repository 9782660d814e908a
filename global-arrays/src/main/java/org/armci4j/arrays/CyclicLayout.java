package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;

/**
 * A layout of the blocks that a block-cyclic distribution deals out: they lie one after the other
 * in the order of their slots. Each slot has room for the largest block, so that the place of a
 * block takes no table of all blocks.
 */
final class CyclicLayout extends BlockLayout {
  private final CyclicDistribution distribution;
  private final long slotBytes;

  CyclicLayout(CyclicDistribution distribution, int elementBytes) {
    super(distribution, new int[distribution.dimensions()], elementBytes);
    this.distribution = distribution;
    long bytes = elementBytes;
    for (int d = 0; d < distribution.dimensions(); d++) {
      bytes = Math.multiplyExact(bytes, largest(d));
    }
    this.slotBytes = bytes;
  }

  private long largest(int dimension) {
    long largest = 0;
    for (int block = 0; block < distribution.blockCount(dimension); block++) {
      largest = Math.max(largest, extent(dimension, block));
    }
    return largest;
  }

  @Override
  long sizeBytes(int rank) {
    return Math.multiplyExact(slotBytes, distribution.blocksOf(rank));
  }

  @Override
  long start(int[] block) {
    return distribution.slot(block) * slotBytes;
  }

  @Override
  MemorySegment memoryOf(int slot, Patch block, MemorySegment memory) {
    return memory.asSlice(slot * slotBytes, sizeBytes(block));
  }

  @Override
  void locate(long[] indices, int first, int count, int[] owners, long[] offsets) {
    super.locate(indices, first, count, owners, offsets);
    int dimensions = distribution.dimensions();
    for (int i = 0; i < count; i++) {
      int number = 0;
      int slot = 0;
      for (int d = 0; d < dimensions; d++) {
        int block = distribution.blockOf(d, indices[(first + i) * dimensions + d]);
        number = distribution.next(d, number, block);
        slot = distribution.nextSlot(d, slot, block);
      }
      owners[i] = distribution.ownerOfNumber(number);
      offsets[i] += start(slot);
    }
  }

  @Override
  long offset(long[] index) {
    int slot = 0;
    for (int d = 0; d < index.length; d++) {
      slot = next(d, slot, index[d]);
    }
    return start(slot) + super.offset(index);
  }

  @Override
  long offset(long index) {
    return start(next(0, 0, index)) + super.offset(index);
  }

  @Override
  long offset(long row, long column) {
    return start(next(1, next(0, 0, row), column)) + super.offset(row, column);
  }

  @Override
  long offset(long i, long j, long k) {
    return start(next(2, next(1, next(0, 0, i), j), k)) + super.offset(i, j, k);
  }

  private int next(int dimension, int number, long index) {
    return distribution.nextSlot(dimension, number, distribution.blockOf(dimension, index));
  }

  private long start(int number) {
    return distribution.slotOfNumber(number) * slotBytes;
  }
}
