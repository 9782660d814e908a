package org.armci4j.benchmarks.failures;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;

/**
 * Holds the bytes that a rank keeps at its partner. Each step changes a word of each block that a
 * save compares, so a save copies and sends all. With the last word of each, it compares all bytes
 * before: the most that it can cost.
 */
final class KeptBytes {
  private static final long PAGE_BYTES = 4096;
  private static final long BLOCK_BYTES = 64 << 10;

  private final MemorySegment bytes;
  private final int rank;
  private final boolean late;
  private long steps;

  /**
   * Allocates so many bytes, a multiple of a page.
   *
   * @param late whether to change the last word of each block and not the first
   */
  KeptBytes(Armci armci, long sizeBytes, boolean late) {
    this.rank = armci.rank();
    this.late = late;
    this.bytes = Arena.ofAuto().allocate(sizeBytes, PAGE_BYTES).fill((byte) 1);
  }

  /**
   * Returns the partner's rank less a rank's own: on one host the partner is the next rank, on two
   * hosts the same one of the other host.
   */
  static int distance(Armci armci) {
    return armci.domains().count() == 1 ? 1 : armci.size() / 2;
  }

  /** Changes every block, as a save leaves out those that have not changed. */
  MemorySegment change() {
    steps++;
    for (long block = 0; block < bytes.byteSize(); block += BLOCK_BYTES) {
      bytes.set(ValueLayout.JAVA_LONG, changed(block, bytes.byteSize()), word(rank));
    }
    return bytes;
  }

  /** Throws if bytes are not those of a rank that has made as many steps. */
  void check(MemorySegment found, int of) {
    long last = (found.byteSize() - 1) / BLOCK_BYTES * BLOCK_BYTES;
    for (long block : new long[] {0, last}) {
      long at = changed(block, found.byteSize());
      if (found.get(ValueLayout.JAVA_LONG_UNALIGNED, at) != word(of)) {
        throw new IllegalStateException("other bytes than those of rank " + of);
      }
    }
  }

  /** Returns the first byte of the word that changes in the block that begins at an offset. */
  private long changed(long block, long sizeBytes) {
    return late ? Math.min(block + BLOCK_BYTES, sizeBytes) - Long.BYTES : block;
  }

  private long word(int of) {
    return (steps << Integer.SIZE) + of;
  }

  /** Returns the number of changes so far. */
  long steps() {
    return steps;
  }
}
