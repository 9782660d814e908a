package org.armci4j.testkit.conformance.threads;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;

/**
 * Gives one thread local buffers of every kind: on the heap, native, registered, and of confined
 * arenas that live for the thread or for one round. A buffer is in use until {@link #reuse}.
 */
final class LocalBuffers {
  private static final int KEPT_BYTES = 256 * 1024;
  private static final int ALIGNMENT = 8;

  private final SplittableRandom random;
  private final MemorySegment registered;
  private final MemorySegment confined = Arena.ofConfined().allocate(KEPT_BYTES, ALIGNMENT);
  private final List<Arena> arenas = new ArrayList<>();
  private long registeredBytes;
  private long confinedBytes;

  /** Makes the buffers; the thread that uses them calls this. */
  LocalBuffers(Armci armci, SplittableRandom random) {
    this.random = random;
    this.registered = armci.allocateLocal(Arena.ofAuto(), KEPT_BYTES);
  }

  /** Returns zeroed memory of some kind, at a multiple of 8 from its base. */
  MemorySegment next(long sizeBytes) {
    long roomBytes = (sizeBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    MemorySegment room =
        switch (random.nextInt(7)) {
          case 0 -> MemorySegment.ofArray(new byte[(int) roomBytes]);
          case 1 -> MemorySegment.ofArray(new long[(int) roomBytes / Long.BYTES]);
          case 2 -> MemorySegment.ofArray(new double[(int) roomBytes / Double.BYTES]);
          case 3 -> Arena.ofAuto().allocate(roomBytes, ALIGNMENT);
          case 4 -> fresh(roomBytes);
          case 5 -> keptRegistered(roomBytes);
          default -> keptConfined(roomBytes);
        };
    return room.asSlice(0, sizeBytes);
  }

  private MemorySegment fresh(long sizeBytes) {
    Arena arena = Arena.ofConfined();
    arenas.add(arena);
    return arena.allocate(sizeBytes, ALIGNMENT);
  }

  private MemorySegment keptRegistered(long sizeBytes) {
    if (registeredBytes + sizeBytes > KEPT_BYTES) {
      return fresh(sizeBytes);
    }
    MemorySegment part = registered.asSlice(registeredBytes, sizeBytes);
    registeredBytes += sizeBytes;
    return part.fill((byte) 0);
  }

  private MemorySegment keptConfined(long sizeBytes) {
    if (confinedBytes + sizeBytes > KEPT_BYTES) {
      return fresh(sizeBytes);
    }
    MemorySegment part = confined.asSlice(confinedBytes, sizeBytes);
    confinedBytes += sizeBytes;
    return part.fill((byte) 0);
  }

  /** Ends the use of all buffers. */
  void reuse() {
    registeredBytes = 0;
    confinedBytes = 0;
    arenas.forEach(Arena::close);
    arenas.clear();
  }
}
