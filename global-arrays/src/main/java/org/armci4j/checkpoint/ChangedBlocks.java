package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;

/**
 * Finds those blocks of new bytes that differ from the old ones. A comparison ends at a block's
 * first difference, so bytes that have all changed cost little.
 */
final class ChangedBlocks {
  /** Changes are found in blocks of this size. */
  static final long BLOCK_BYTES = 64 << 10;

  /**
   * Adjacent blocks are told of together, up to this size. They then still lie in a cache of the
   * core when they are copied, and over a network one piece travels while the next is copied.
   */
  private static final long PIECE_BYTES = 4 * BLOCK_BYTES;

  private final MemorySegment bytes;
  private final MemorySegment old;
  private final ChangeListener listener;

  /** Is told of bytes that have changed, in order. */
  interface ChangeListener {
    /** Takes the bytes from an offset on. */
    void changed(long start, long sizeBytes);
  }

  /**
   * Prepares a comparison.
   *
   * @param bytes the new bytes
   * @param old as many, of the save before last
   * @param listener is told of what has changed
   */
  ChangedBlocks(MemorySegment bytes, MemorySegment old, ChangeListener listener) {
    this.bytes = bytes;
    this.old = old;
    this.listener = listener;
  }

  /**
   * Compares all blocks.
   *
   * @param all whether to tell of all of them, changed or not
   */
  void find(boolean all) {
    long sizeBytes = bytes.byteSize();
    long first = 0; // of the changed bytes that the listener does not know yet
    for (long start = 0; start < sizeBytes; start += BLOCK_BYTES) {
      long end = Math.min(start + BLOCK_BYTES, sizeBytes);
      if (start - first == PIECE_BYTES) {
        tell(first, start);
        first = start;
      }
      if (!all && MemorySegment.mismatch(bytes, start, end, old, start, end) < 0) {
        tell(first, start);
        first = end;
      }
    }
    tell(first, sizeBytes);
  }

  private void tell(long from, long to) {
    if (from < to) {
      listener.changed(from, to - from);
    }
  }
}
