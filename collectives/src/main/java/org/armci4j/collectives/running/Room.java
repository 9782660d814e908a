package org.armci4j.collectives.running;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.kernel.Copies;

/** Memory for one call at a time, which grows with the longest. */
public final class Room {
  private static final long LEAST_BYTES = 4096;

  private MemorySegment memory = MemorySegment.NULL;

  /** At least so much; with some more, so that it seldom grows. The collector frees it. */
  public MemorySegment of(long sizeBytes) {
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
    if (!overwrites || source.count() == 0 || !isInPlace(source, destination)) {
      return source;
    }
    MemorySegment copy = of(source.sizeBytes());
    Copies.copy(source.segment(), source.offset(), copy, 0, source.sizeBytes());
    return Elements.of(copy, 0, source.count(), source.type());
  }

  /** Returns whether both begin at the same address. */
  private static boolean isInPlace(Elements source, Elements destination) {
    MemorySegment from = source.segment();
    MemorySegment to = destination.segment();
    return source == destination
        || (source.offset() == destination.offset()
            && from.address() == to.address()
            && from.heapBase().equals(to.heapBase()));
  }
}
