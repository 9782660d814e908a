package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Where elements lie in the memory of their owners: each block is row-major, the last index running
 * fastest, with its ghosts around it.
 */
sealed class BlockLayout permits CyclicLayout {
  private final Distribution distribution;
  private final int[] ghosts;
  private final int elementBytes;

  BlockLayout(Distribution distribution, int[] ghosts, int elementBytes) {
    this.distribution = distribution;
    this.ghosts = ghosts;
    this.elementBytes = elementBytes;
  }

  static BlockLayout of(Distribution distribution, int[] ghosts, int elementBytes) {
    return distribution instanceof CyclicDistribution cyclic
        ? new CyclicLayout(cyclic, elementBytes)
        : new BlockLayout(distribution, ghosts, elementBytes);
  }

  final int elementBytes() {
    return elementBytes;
  }

  final int ghosts(int dimension) {
    return ghosts[dimension];
  }

  /** Returns the size of a dimension of a block in memory, with ghosts on both sides. */
  final long extent(int dimension, int block) {
    return distribution.start(dimension, block + 1)
        - distribution.start(dimension, block)
        + 2L * ghosts[dimension];
  }

  /** Returns the size of a rank's memory, or throws when it does not fit 64 bits. */
  long sizeBytes(int rank) {
    return sizeBytes(distribution.block(rank));
  }

  /** Returns the size of a block in memory, or throws when it does not fit 64 bits. */
  final long sizeBytes(Patch block) {
    long size = block.isEmpty() ? 0 : elementBytes;
    for (int d = 0; d < block.dimensions(); d++) {
      size = Math.multiplyExact(size, Math.addExact(block.extent(d), 2L * ghosts[d]));
    }
    return size;
  }

  /** Returns where a block begins in its owner's memory, by its place in the grid of blocks. */
  long start(int[] block) {
    return 0;
  }

  /** Returns the part of a rank's memory that one of its blocks has. */
  MemorySegment memoryOf(int slot, Patch block, MemorySegment memory) {
    return memory;
  }

  /**
   * Finds elements of a list that are inside the array.
   *
   * @param indices of all elements of the list
   * @param first the first element to find
   * @param count elements to find
   * @param owners receives the owner of each
   * @param offsets receives the offset of each in its owner's memory
   */
  void locate(long[] indices, int first, int count, int[] owners, long[] offsets) {
    Arrays.fill(owners, 0, count, 0);
    Arrays.fill(offsets, 0, count, 0);
    int dimensions = distribution.dimensions();
    for (int d = 0; d < dimensions; d++) {
      int blocks = distribution.blockCount(d);
      long[] starts = distribution.starts(d);
      long margin = ghosts[d];
      for (int i = 0; i < count; i++) {
        long index = indices[(first + i) * dimensions + d];
        int block = blocks == 1 ? 0 : distribution.blockOf(d, index);
        long start = starts[block];
        owners[i] = owners[i] * blocks + block;
        offsets[i] = offsets[i] * (starts[block + 1] - start + 2 * margin) + index - start + margin;
      }
    }
    for (int i = 0; i < count; i++) {
      offsets[i] *= elementBytes;
    }
  }

  /** Returns the offset of an element that is inside the array, in its owner's memory. */
  long offset(long[] index) {
    long offset = 0;
    for (int d = 0; d < index.length; d++) {
      offset = next(d, offset, index[d]);
    }
    return offset * elementBytes;
  }

  /** Returns the same in an array of 1 dimension. */
  long offset(long index) {
    return next(0, 0, index) * elementBytes;
  }

  /** Returns the same in an array of 2 dimensions. */
  long offset(long row, long column) {
    return next(1, next(0, 0, row), column) * elementBytes;
  }

  /** Returns the same in an array of 3 dimensions. */
  long offset(long i, long j, long k) {
    return next(2, next(1, next(0, 0, i), j), k) * elementBytes;
  }

  /** Returns the offset in elements with one dimension more. */
  private long next(int dimension, long offset, long index) {
    int block = distribution.blockOf(dimension, index);
    long inBlock = index - distribution.start(dimension, block) + ghosts[dimension];
    return offset * extent(dimension, block) + inBlock;
  }
}
