package org.armci4j.transport.shared;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The free pages of a chunk. A block gets the first range that is long enough. A range that is
 * given back is joined to its free neighbours.
 *
 * <p>Source: "The Art of Computer Programming" (Knuth), volume 1, section 2.5: first fit.
 */
final class FreePages {
  private static final long PAGE_BYTES = 4096;

  private final long sizeBytes;

  /** Length of each free range, by its offset; no two ranges touch. */
  private final NavigableMap<Long, Long> free = new TreeMap<>();

  /**
   * @param sizeBytes total size, a multiple of a page; all pages are free
   */
  FreePages(long sizeBytes) {
    this.sizeBytes = sizeBytes;
    free.put(0L, sizeBytes);
  }

  /** Returns the size of the pages that a block takes. */
  static long pages(long sizeBytes) {
    return Math.addExact(sizeBytes, PAGE_BYTES - 1) & -PAGE_BYTES;
  }

  /**
   * Takes pages for a block.
   *
   * @param blockBytes at least 1
   * @return where they begin, or -1 if no free range is long enough
   */
  long take(long blockBytes) {
    long length = pages(blockBytes);
    Map.Entry<Long, Long> gap = firstOf(length);
    if (gap == null) {
      return -1;
    }
    long offset = gap.getKey();
    long rest = gap.getValue() - length;
    free.remove(offset);
    if (rest > 0) {
      free.put(offset + length, rest);
    }
    return offset;
  }

  private Map.Entry<Long, Long> firstOf(long length) {
    for (Map.Entry<Long, Long> gap : free.entrySet()) {
      if (gap.getValue() >= length) {
        return gap;
      }
    }
    return null;
  }

  /** Gives the pages of a block back. */
  void giveBack(long offset, long blockBytes) {
    long start = offset;
    long length = pages(blockBytes);
    Map.Entry<Long, Long> before = free.lowerEntry(offset);
    if (before != null && before.getKey() + before.getValue() == offset) {
      start = before.getKey();
      length += before.getValue();
    }
    Long behind = free.remove(offset + pages(blockBytes));
    free.put(start, behind == null ? length : length + behind);
  }

  /** Returns whether all pages are free. */
  boolean areAll() {
    return free.size() == 1 && free.firstEntry().getValue() == sizeBytes;
  }
}
