package org.armci4j.collectives.direct;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The copies of the direct forms: the quickest way for each size. */
final class Copies {
  /** Up to here single words are copied, which is less work than to call the general copy. */
  private static final long WORDS_BYTES = 64;

  private Copies() {}

  static void copy(MemorySegment from, long at, MemorySegment to, long into, long bytes) {
    if (bytes <= WORDS_BYTES && (bytes & 7) == 0) {
      for (long i = 0; i < bytes; i += Long.BYTES) {
        to.set(JAVA_LONG_UNALIGNED, into + i, from.get(JAVA_LONG_UNALIGNED, at + i));
      }
    } else {
      MemorySegment.copy(from, at, to, into, bytes);
    }
  }
}
