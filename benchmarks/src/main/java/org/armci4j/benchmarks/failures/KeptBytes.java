package org.armci4j.benchmarks.failures;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;

/** The bytes that a rank keeps at its partner: native memory, all of which changes in each step. */
final class KeptBytes {
  private static final long PAGE_BYTES = 4096;

  private final MemorySegment bytes;
  private long steps;

  /** Allocates so many bytes, a multiple of a page. */
  KeptBytes(long sizeBytes) {
    this.bytes = Arena.ofAuto().allocate(sizeBytes, PAGE_BYTES).fill((byte) 1);
  }

  /** Returns the rank to which another's bytes go: on two hosts, the same one of the other host. */
  static int partner(Armci armci) {
    return (armci.rank() + Math.max(1, armci.size() / 2)) % armci.size();
  }

  /** Changes every page, as a save may leave out what has not changed. */
  MemorySegment change() {
    steps++;
    for (long at = 0; at < bytes.byteSize(); at += PAGE_BYTES) {
      bytes.set(ValueLayout.JAVA_LONG, at, steps);
    }
    return bytes;
  }

  /** Returns the number of changes so far. */
  long steps() {
    return steps;
  }
}
