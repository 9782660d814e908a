package org.armci4j.profile.recording;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Sums by word of global memory, of a limited number of words. A word has the same key on all
 * ranks. Any thread may add and read; an addition takes no lock and allocates nothing.
 */
final class WordSums {
  /** Rows: more words than these have no sums. A power of two. */
  private static final int ROWS = 4096;

  /** How far from its first place a word may be. */
  private static final int PROBES = 16;

  private final int columns;

  /** For each row its key, 0 for none, and its sums. */
  private final AtomicLongArray cells;

  /**
   * @param columns number of sums of each word
   */
  WordSums(int columns) {
    this.columns = columns;
    this.cells = new AtomicLongArray(ROWS * (columns + 1));
  }

  /**
   * Returns the key of a word.
   *
   * @param block the key of its block, by {@link #block}
   * @param offset offset of the word in the block
   * @return never 0
   */
  static long key(long block, long offset) {
    long key = mix(block + offset);
    return key == 0 ? 1 : key;
  }

  /**
   * Returns the key of a block.
   *
   * @param rank its rank
   * @param descriptor what its rank has told the others of it
   * @return never 0
   */
  static long block(int rank, byte[] descriptor) {
    long key = rank + 1L;
    for (byte one : descriptor) {
      key = mix(key) + one;
    }
    key = mix(key);
    return key == 0 ? 1 : key;
  }

  /** Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014). */
  private static long mix(long bits) {
    long z = bits + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Adds to a sum of a word, unless there is no room for the word. */
  void add(long key, int column, long more) {
    for (int probe = 0; probe < PROBES; probe++) {
      int row = (int) ((key + probe) & (ROWS - 1)) * (columns + 1);
      long there = cells.get(row);
      if (there == 0 && !cells.compareAndSet(row, 0, key)) {
        there = cells.get(row); // another thread was faster, perhaps for the same word
      } else if (there == 0) {
        there = key;
      }
      if (there == key) {
        cells.getAndAdd(row + 1 + column, more);
        return;
      }
    }
  }

  /** Returns all rows one after the other: a word's key, then its sums. */
  long[] rows() {
    long[] rows = new long[cells.length()];
    int filled = 0;
    for (int row = 0; row < cells.length(); row += columns + 1) {
      if (cells.get(row) != 0) {
        for (int i = 0; i <= columns; i++) {
          rows[filled++] = cells.get(row + i);
        }
      }
    }
    return Arrays.copyOf(rows, filled);
  }
}
