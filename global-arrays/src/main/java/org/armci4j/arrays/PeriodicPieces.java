package org.armci4j.arrays;

/**
 * Cuts a box whose indices count modulo the shape of an array into ordinary patches, at each of the
 * array's ends, in row-major order.
 */
final class PeriodicPieces {
  private final Patch box;
  private final Distribution distribution;

  /** First indices of the current piece in the box; null before the first piece. */
  private long[] index;

  PeriodicPieces(Patch box, Distribution distribution) {
    this.box = box;
    this.distribution = distribution;
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    if (index == null) {
      index = new long[box.dimensions()];
      for (int d = 0; d < index.length; d++) {
        index[d] = box.lower(d);
      }
      return !box.isEmpty();
    }
    for (int d = index.length - 1; d >= 0; d--) {
      index[d] += size(d);
      if (index[d] < box.upper(d)) {
        return true;
      }
      index[d] = box.lower(d);
    }
    return false;
  }

  /** Returns the number of indices from the current one to the end of the array or of the box. */
  private long size(int dimension) {
    return Math.min(
        box.upper(dimension) - index[dimension],
        distribution.extent(dimension) - indexInArray(dimension));
  }

  private long indexInArray(int dimension) {
    return Math.floorMod(index[dimension], distribution.extent(dimension));
  }

  /** Returns where the current piece lies in the box. */
  Patch place() {
    long[] upper = new long[index.length];
    for (int d = 0; d < upper.length; d++) {
      upper[d] = index[d] + size(d);
    }
    return new Patch(index.clone(), upper);
  }

  /** Returns where the current piece lies in the array. */
  Patch patch() {
    long[] lower = new long[index.length];
    long[] upper = new long[index.length];
    for (int d = 0; d < lower.length; d++) {
      lower[d] = indexInArray(d);
      upper[d] = lower[d] + size(d);
    }
    return new Patch(lower, upper);
  }
}
