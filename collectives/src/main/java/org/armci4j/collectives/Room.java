package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.SharedBlock;

/** Memory of this rank's own that grows. It is global memory, so that devices know it. */
final class Room implements AutoCloseable {
  private static final long LEAST_BYTES = 4096;

  private final Armci armci;
  private SharedBlock block;
  private MemorySegment segment = MemorySegment.NULL;

  Room(Armci armci) {
    this.armci = armci;
  }

  /** At least so much; what was in it may be lost. */
  MemorySegment ofAtLeast(long sizeBytes) {
    if (segment.byteSize() < sizeBytes) {
      // A network keeps what is closed until the runtime closes: doubled, that is as much at most.
      long next = Math.max(LEAST_BYTES, Math.max(sizeBytes, 2 * segment.byteSize()));
      close();
      block = armci.share(next);
      segment = block.memory().local();
    }
    return segment;
  }

  @Override
  public void close() {
    if (block != null) {
      block.close();
      block = null;
      segment = MemorySegment.NULL;
    }
  }
}
