package org.armci4j.arrays;

/**
 * Goes through a rank's own block in the order of its memory, by pieces of rows that fit a small
 * buffer, so that loops over a piece run in the first cache. A block without gaps is one row.
 */
final class BlockRows {
  /** Most elements of a piece. */
  static final int PIECE = 1024;

  private final BlockView view;
  private final Patch own;
  private final int elementBytes;

  /** Dimensions that are walked row by row; the others are one row. */
  private final int outer;

  /** First element of the current row. */
  private final long[] index;

  private final long rowElements;
  private long rowOffset;
  private long done;
  private int count;
  private boolean started;

  /**
   * @param indexed whether {@link #index} is used, so that a row ends with the last dimension
   */
  BlockRows(BlockView view, boolean indexed) {
    this.view = view;
    this.own = view.patch();
    int dimensions = own.dimensions();
    this.outer = view.isDense() && !indexed ? 0 : dimensions - 1;
    this.elementBytes = (int) view.stepBytes(dimensions - 1);
    this.rowElements = outer == 0 ? own.elements() : own.extent(dimensions - 1);
    this.index = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      index[d] = own.lower(d);
    }
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    if (!started) {
      started = true;
      rowOffset = view.offset(index);
    } else {
      done += count;
      if (done == rowElements && !nextRow()) {
        return false;
      }
    }
    count = (int) Math.min(PIECE, rowElements - done);
    return true;
  }

  private boolean nextRow() {
    done = 0;
    for (int d = outer - 1; d >= 0; d--) {
      index[d]++;
      if (index[d] < own.upper(d)) {
        rowOffset = view.offset(index);
        return true;
      }
      index[d] = own.lower(d);
    }
    return false;
  }

  /** Returns the first byte of the piece. */
  long offset() {
    return rowOffset + done * elementBytes;
  }

  /** Returns the number of elements of the piece. */
  int count() {
    return count;
  }

  /** Sets the indices of an element of the piece. */
  void index(int number, long[] into) {
    System.arraycopy(index, 0, into, 0, index.length);
    into[index.length - 1] += done + number;
  }
}
