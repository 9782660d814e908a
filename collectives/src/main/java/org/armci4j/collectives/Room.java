package org.armci4j.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Copies;

/** Memory for one call at a time, which grows with the longest. */
final class Room {
  private static final long LEAST_BYTES = 4096;

  private MemorySegment memory = MemorySegment.NULL;

  /** At least so much; with some more, so that it seldom grows. The collector frees it. */
  MemorySegment of(long sizeBytes) {
    if (memory.byteSize() < sizeBytes) {
      memory =
          Arena.ofAuto().allocate(Math.max(LEAST_BYTES, sizeBytes + sizeBytes / 4), LEAST_BYTES);
    }
    return memory;
  }

  /**
   * Returns the source, or a copy of it where the call is in place and would overwrite what it has
   * yet to read.
   */
  Elements copyIfInPlace(Operation operation, Elements source, Elements destination) {
    boolean overwrites = operation == Operation.ALLTOALL || operation == Operation.REDUCE_SCATTER;
    if (!overwrites || source.count() == 0 || !source.beginsWith(destination)) {
      return source;
    }
    MemorySegment copy = of(source.sizeBytes());
    Copies.copy(source.segment(), source.offset(), copy, 0, source.sizeBytes());
    return Elements.of(copy, 0, source.count(), source.type());
  }
}
