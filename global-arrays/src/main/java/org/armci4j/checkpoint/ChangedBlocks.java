package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;

/**
 * Copies those blocks of new bytes that differ from the old ones. A comparison ends at a block's
 * first difference, so bytes that have all changed cost little more than their copy.
 */
final class ChangedBlocks {
  /** Changes are found in blocks of this size. */
  static final long BLOCK_BYTES = 64 << 10;

  /**
   * Adjacent blocks are told of together, up to this size. They then still lie in a cache of the
   * core, and over a network they travel while the next ones are compared and copied.
   */
  private static final long PIECE_BYTES = 4 * BLOCK_BYTES;

  private final MemorySegment bytes;
  private final MemorySegment old;
  private final CopyListener listener;

  /** Is told of bytes that have been copied. */
  interface CopyListener {
    /** Takes the bytes from an offset on. */
    void copied(long start, long sizeBytes);
  }

  /**
   * Prepares a copy.
   *
   * @param bytes the new bytes
   * @param old as many, of the save before last
   * @param listener is told of what has been copied, in order
   */
  ChangedBlocks(MemorySegment bytes, MemorySegment old, CopyListener listener) {
    this.bytes = bytes;
    this.old = old;
    this.listener = listener;
  }

  /**
   * Makes the old bytes equal to the new ones.
   *
   * @param all whether to copy all blocks, changed or not
   */
  void copy(boolean all) {
    long sizeBytes = bytes.byteSize();
    long first = 0; // of the changed bytes that are not copied yet
    for (long start = 0; start < sizeBytes; start += BLOCK_BYTES) {
      long end = Math.min(start + BLOCK_BYTES, sizeBytes);
      if (start - first == PIECE_BYTES) {
        copy(first, start);
        first = start;
      }
      if (!all && MemorySegment.mismatch(bytes, start, end, old, start, end) < 0) {
        copy(first, start);
        first = end;
      }
    }
    copy(first, sizeBytes);
  }

  private void copy(long from, long to) {
    if (from < to) {
      MemorySegment.copy(bytes, from, old, from, to - from);
      listener.copied(from, to - from);
    }
  }
}
