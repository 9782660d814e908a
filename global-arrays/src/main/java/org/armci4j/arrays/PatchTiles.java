package org.armci4j.arrays;

/** Cuts a patch into tiles of bounded size, in row-major order. */
final class PatchTiles {
  private final Patch whole;
  private final long[] sizes;

  /** First element of the current tile; null before the first tile. */
  private long[] index;

  /**
   * @param most elements of a tile
   */
  PatchTiles(Patch whole, long most) {
    this.whole = whole;
    this.sizes = new long[whole.dimensions()];
    long rest = most;
    for (int d = sizes.length - 1; d >= 0; d--) {
      sizes[d] = Math.max(1, Math.min(whole.extent(d), rest));
      rest /= sizes[d];
    }
  }

  /** Goes to the next tile; returns false after the last one. */
  boolean next() {
    if (index == null) {
      index = new long[sizes.length];
      for (int d = 0; d < index.length; d++) {
        index[d] = whole.lower(d);
      }
      return !whole.isEmpty();
    }
    for (int d = index.length - 1; d >= 0; d--) {
      index[d] += sizes[d];
      if (index[d] < whole.upper(d)) {
        return true;
      }
      index[d] = whole.lower(d);
    }
    return false;
  }

  /** Returns the current tile. */
  Patch tile() {
    long[] upper = new long[index.length];
    for (int d = 0; d < upper.length; d++) {
      upper[d] = Math.min(whole.upper(d), index[d] + sizes[d]);
    }
    return new Patch(index.clone(), upper);
  }
}
