package org.armci4j.testkit.conformance.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Holds the source or the destination of an operation: on the heap, in native or in global memory,
 * at any alignment, between guard bytes that nobody may touch.
 */
final class FlightBuffer {
  private static final long GUARD_BYTES = 24;
  private static final int ALIGNMENTS = 16;

  /** Most bytes that one buffer takes. */
  static final long ROOM_BYTES = CollectiveModel.MOST_BYTES + 2 * GUARD_BYTES + ALIGNMENTS;

  private final MemorySegment guarded;
  private final Elements elements;

  /**
   * @param own draws the kind of memory, which each rank chooses for itself
   * @param global memory with {@link #ROOM_BYTES} free bytes from an offset on
   */
  FlightBuffer(
      SplittableRandom own, GlobalMemory global, long offset, ElementType type, long count) {
    long sizeBytes = count * type.sizeBytes();
    long shift = own.nextInt(ALIGNMENTS);
    long roomBytes = sizeBytes + 2 * GUARD_BYTES;
    int where = own.nextInt(4);
    if (where == 0) {
      elements = Elements.of(global, offset + shift + GUARD_BYTES, count, type);
      guarded = global.local().asSlice(offset + shift, roomBytes);
    } else {
      MemorySegment room =
          switch (where) {
            case 1 -> MemorySegment.ofArray(new byte[(int) (shift + roomBytes)]);
            case 2 -> MemorySegment.ofArray(new long[(int) (shift + roomBytes) / Long.BYTES + 1]);
            default -> Arena.ofAuto().allocate(shift + roomBytes, ALIGNMENTS);
          };
      elements = Elements.of(room, shift + GUARD_BYTES, count, type);
      guarded = room.asSlice(shift, roomBytes);
    }
  }

  Elements elements() {
    return elements;
  }

  void fill(byte[] content) {
    guarded.copyFrom(MemorySegment.ofArray(withGuards(content)));
  }

  void requireHolds(Trial trial, byte[] content, Supplier<String> what) {
    trial.requireSame(MemorySegment.ofArray(withGuards(content)), guarded, what);
  }

  private static byte[] withGuards(byte[] content) {
    byte[] all = new byte[content.length + 2 * (int) GUARD_BYTES];
    Arrays.fill(all, CollectiveModel.UNTOUCHED);
    System.arraycopy(content, 0, all, (int) GUARD_BYTES, content.length);
    return all;
  }
}
