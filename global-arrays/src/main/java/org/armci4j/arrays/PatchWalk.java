package org.armci4j.arrays;

import org.armci4j.Handle;

/**
 * Goes through the pieces of a patch, one for each block, and computes where each piece lies in the
 * owner's memory and in the local buffer. Used again for many patches, so that none allocates.
 */
final class PatchWalk {
  private final Distribution distribution;
  private final BlockLayout layout;
  private final int dimensions;
  private final Handle handle;

  private Patch patch;

  /** First byte of the patch in the local buffer. */
  private long localStart;

  /** Byte distance of neighbours in each dimension of the local buffer. */
  private final long[] localSteps = new long[Distribution.MOST_DIMENSIONS];

  /** First and last block that the patch touches in each dimension, and the piece's own. */
  private final int[] first = new int[Distribution.MOST_DIMENSIONS];

  private final int[] last = new int[Distribution.MOST_DIMENSIONS];
  private final int[] block = new int[Distribution.MOST_DIMENSIONS];

  /** The current piece in the form of a {@link org.armci4j.strided.Section}. */
  final long[] counts = new long[Distribution.MOST_DIMENSIONS];

  final long[] localStrides = new long[Distribution.MOST_DIMENSIONS];
  final long[] remoteStrides = new long[Distribution.MOST_DIMENSIONS];
  private int levels;
  private int owner;
  private long localOffset;
  private long remoteOffset;

  /**
   * @param handle takes the pieces of a blocking call with several pieces
   */
  PatchWalk(Distribution distribution, BlockLayout layout, Handle handle) {
    this.distribution = distribution;
    this.layout = layout;
    this.dimensions = distribution.dimensions();
    this.handle = handle;
  }

  Handle handle() {
    return handle;
  }

  int levels() {
    return levels;
  }

  int owner() {
    return owner;
  }

  long localOffset() {
    return localOffset;
  }

  long remoteOffset() {
    return remoteOffset;
  }

  /** Begins with the first piece of a patch that has elements and fits the array and the buffer. */
  void start(Patch whole, LocalBuffer<?> buffer) {
    patch = whole;
    localStart = buffer.from() * layout.elementBytes();
    long step = layout.elementBytes();
    for (int d = dimensions - 1; d >= 0; d--) {
      localSteps[d] = step;
      step *= buffer.isDense() || d == 0 ? whole.extent(d) : buffer.leading(d);
      int from = distribution.blockOf(d, whole.lower(d));
      first[d] = from;
      block[d] = from;
      boolean ends = whole.upper(d) <= distribution.start(d, from + 1);
      last[d] = ends ? from : distribution.blockOf(d, whole.upper(d) - 1);
    }
    setPiece();
  }

  /** Returns whether the patch has more pieces than the current one, the first. */
  boolean hasSeveralPieces() {
    for (int d = 0; d < dimensions; d++) {
      if (last[d] != first[d]) {
        return true;
      }
    }
    return false;
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    for (int d = dimensions - 1; d >= 0; d--) {
      if (block[d] < last[d]) {
        block[d]++;
        setPiece();
        return true;
      }
      block[d] = first[d];
    }
    return false;
  }

  /** Computes the piece of the current block, its last dimension first. */
  private void setPiece() {
    owner = distribution.owner(block);
    levels = 0;
    counts[0] = layout.elementBytes();
    localOffset = localStart;
    remoteOffset = layout.start(block);
    long remoteStep = layout.elementBytes();
    for (int d = dimensions - 1; d >= 0; d--) {
      long start = distribution.start(d, block[d]);
      long from = Math.max(patch.lower(d), start);
      long to = Math.min(patch.upper(d), distribution.start(d, block[d] + 1));
      localOffset += (from - patch.lower(d)) * localSteps[d];
      remoteOffset += (from - start + layout.ghosts(d)) * remoteStep;
      addLevel(to - from, localSteps[d], remoteStep);
      remoteStep *= layout.extent(d, block[d]);
    }
  }

  /** Adds a dimension, to the level before it if both sides go on there without a gap. */
  private void addLevel(long count, long localStep, long remoteStep) {
    if (count == 1) {
      return;
    }
    if (levels == 0) {
      if (counts[0] == localStep && counts[0] == remoteStep) {
        counts[0] *= count;
        return;
      }
    } else if (localStep == localStrides[levels - 1] * counts[levels]
        && remoteStep == remoteStrides[levels - 1] * counts[levels]) {
      counts[levels] *= count;
      return;
    }
    localStrides[levels] = localStep;
    remoteStrides[levels] = remoteStep;
    levels++;
    counts[levels] = count;
  }
}
