package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;

/**
 * Copies those blocks of new bytes that differ from the old ones. A comparison ends at a block's
 * first difference, so bytes that have all changed cost little more than their copy.
 */
final class ChangedBlocks {
  /** Changes are found in blocks of this size. */
  static final long BLOCK_BYTES = 64 << 10;

  private final SegmentList list = new SegmentList();

  /**
   * Makes the old bytes equal to the new ones.
   *
   * @param bytes the new bytes
   * @param old as many, of the save before last
   * @param all whether to copy all blocks, changed or not
   * @return what was copied: adjacent blocks as one segment, with the same offsets on both sides;
   *     valid until the next call
   */
  SegmentList copy(MemorySegment bytes, MemorySegment old, boolean all) {
    list.clear();
    long sizeBytes = bytes.byteSize();
    long first = 0; // of the changed bytes that are not copied yet
    for (long start = 0; start < sizeBytes; start += BLOCK_BYTES) {
      long end = Math.min(start + BLOCK_BYTES, sizeBytes);
      if (!all && MemorySegment.mismatch(bytes, start, end, old, start, end) < 0) {
        copy(bytes, old, first, start);
        first = end;
      }
    }
    copy(bytes, old, first, sizeBytes);
    return list;
  }

  private void copy(MemorySegment bytes, MemorySegment old, long from, long to) {
    if (from < to) {
      MemorySegment.copy(bytes, from, old, from, to - from);
      list.add(from, from, to - from);
    }
  }
}
