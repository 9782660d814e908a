package org.armci4j.arrays;

import org.armci4j.Handle;

/**
 * Goes through the pieces of a patch, one for each block, and computes where each piece lies in the
 * owner's memory and in the local buffer. A patch that goes over the ends of the array has a piece
 * for each block on either side. Used again for many patches, so that none allocates.
 */
final class PatchWalk {
  private final Distribution distribution;
  private final BlockLayout layout;
  private final int dimensions;
  private final Handle handle;

  private PatchPattern pattern;
  private Patch patch;

  /** First byte of the patch in the local buffer. */
  private long localStart;

  /** Byte distance of neighbours in each dimension of the local buffer. */
  private final long[] localSteps = new long[Distribution.MOST_DIMENSIONS];

  /** Elements of the whole patch in each dimension, those before the piece, and the piece's own. */
  private final long[] totals = new long[Distribution.MOST_DIMENSIONS];

  private final long[] before = new long[Distribution.MOST_DIMENSIONS];
  private final long[] sizes = new long[Distribution.MOST_DIMENSIONS];

  /** The block of the piece, and the piece's first index there. */
  private final int[] block = new int[Distribution.MOST_DIMENSIONS];

  private final long[] places = new long[Distribution.MOST_DIMENSIONS];

  /** The block's size in memory. */
  private final long[] extents = new long[Distribution.MOST_DIMENSIONS];

  /** The current piece in the form of a {@link org.armci4j.strided.Section}. */
  final long[] counts = new long[Distribution.MOST_DIMENSIONS + 1];

  final long[] localStrides = new long[Distribution.MOST_DIMENSIONS];
  final long[] remoteStrides = new long[Distribution.MOST_DIMENSIONS];
  private int levels;
  private int owner;
  private long localOffset;
  private long remoteOffset;
  private boolean several;

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
  void start(PatchPattern elements, Patch whole, LocalBuffer<?> buffer) {
    pattern = elements;
    patch = whole;
    localStart = buffer.from() * layout.elementBytes();
    boolean cut = false;
    long step = layout.elementBytes();
    for (int d = dimensions - 1; d >= 0; d--) {
      long total = elements.count(d, whole.extent(d));
      totals[d] = total;
      localSteps[d] = step;
      step *= buffer.isDense() || d == 0 ? total : buffer.leading(d);
      enter(d, 0);
      cut |= sizes[d] != total;
    }
    several = cut;
    setPiece();
  }

  /** Finds the piece's part of a dimension, from how many elements of the patch are before it. */
  private void enter(int dimension, long elements) {
    long index = patch.lower(dimension) + elements * pattern.step(dimension);
    long extent = distribution.extent(dimension);
    long inArray = index >= 0 && index < extent ? index : Math.floorMod(index, extent);
    int at = distribution.blockOf(dimension, inArray);
    long start = distribution.start(dimension, at);
    long end = distribution.start(dimension, at + 1);
    before[dimension] = elements;
    sizes[dimension] =
        pattern.count(dimension, Math.min(patch.upper(dimension) - index, end - inArray));
    block[dimension] = at;
    places[dimension] = inArray - start + layout.ghosts(dimension);
    extents[dimension] = end - start + 2L * layout.ghosts(dimension);
  }

  /** Returns whether the patch has more pieces than the current one, the first. */
  boolean hasSeveralPieces() {
    return several;
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    for (int d = dimensions - 1; d >= 0; d--) {
      long elements = before[d] + sizes[d];
      if (elements < totals[d]) {
        enter(d, elements);
        setPiece();
        return true;
      }
      if (before[d] > 0) {
        enter(d, 0);
      }
    }
    return false;
  }

  /** Computes the piece, its last dimension first, in variables, which are quicker than fields. */
  private void setPiece() {
    long rowBytes = layout.elementBytes();
    long local = localStart;
    long remote = layout.start(block);
    long remoteStep = rowBytes;
    int level = 0;
    for (int d = dimensions - 1; d >= 0; d--) {
      long count = sizes[d];
      long localStride = localSteps[d];
      long remoteStride = remoteStep * pattern.step(d);
      local += before[d] * localStride;
      remote += places[d] * remoteStep;
      remoteStep *= extents[d];
      if (level == 0 && (count == 1 || (rowBytes == localStride && rowBytes == remoteStride))) {
        rowBytes *= count;
      } else if (count > 1) {
        level = addLevel(level, count, localStride, remoteStride);
      }
    }
    counts[0] = rowBytes;
    levels = level;
    localOffset = local;
    remoteOffset = remote;
    owner = distribution.owner(block);
  }

  /** Adds a dimension, to the level before it if both sides go on there without a gap. */
  private int addLevel(int level, long count, long localStride, long remoteStride) {
    if (level > 0
        && localStride == localStrides[level - 1] * counts[level]
        && remoteStride == remoteStrides[level - 1] * counts[level]) {
      counts[level] *= count;
      return level;
    }
    localStrides[level] = localStride;
    remoteStrides[level] = remoteStride;
    counts[level + 1] = count;
    return level + 1;
  }
}
