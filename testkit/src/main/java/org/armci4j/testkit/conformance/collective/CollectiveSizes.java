package org.armci4j.testkit.conformance.collective;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.testkit.conformance.trial.MessageSizes;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs broadcast, allgather and allreduce of every size from 0 to 4097 bytes and of 2^k − 1, 2^k
 * and 2^k + 1 up to 64 MiB, in global and in native memory in turn. An allgather's parts together
 * have at most that size; an allreduce takes whole {@code long}s. A scale leaves sizes out as
 * {@link MessageSizes} does.
 */
final class CollectiveSizes {
  /** Distance in the pattern between the data of adjacent ranks. */
  private static final long SHIFT_BYTES = 24;

  private static final long GUARD = 0x5a5a5a5a5a5a5a5aL;

  private CollectiveSizes() {}

  static void run(Trial trial) {
    long largest = MessageSizes.largestBytes(trial);
    GlobalMemory memory = trial.armci().allocate(2 * room(largest));
    try (Arena arena = Arena.ofConfined();
        Collectives collectives = Collectives.of(trial.armci())) {
      byte[] random = new byte[(int) (largest + 8 + trial.size() * SHIFT_BYTES)];
      trial.common(0).nextBytes(random);
      MemorySegment pattern = arena.allocate(random.length, 8);
      pattern.copyFrom(MemorySegment.ofArray(random));
      MemorySegment other = arena.allocate(2 * room(largest), 8);
      CollectiveLadder ladder =
          new CollectiveLadder(trial, collectives, pattern, memory, other, room(largest));
      MessageSizes.multiples(1, largest, MessageSizes.step(trial)).forEach(ladder::all);
    }
    trial.armci().barrier();
    trial.armci().free(memory);
  }

  /** Returns the room for a buffer that lies out of line, with a word behind it. */
  private static long room(long largest) {
    return largest + 32;
  }

  /** Calls the operations on buffers. Each rank gives the pattern, from a place of its own on. */
  private record CollectiveLadder(
      Trial trial,
      Collectives collectives,
      MemorySegment pattern,
      GlobalMemory memory,
      MemorySegment other,
      long second) {
    private Elements elements(long sizeBytes, boolean destination, ElementType type) {
      long at = (destination ? second : 0) + sizeBytes * 8 % 16;
      long count = sizeBytes / type.sizeBytes();
      return sizeBytes % 2 == 0
          ? Elements.of(memory, at, count, type)
          : Elements.of(other, at, count, type);
    }

    private MemorySegment data(int rank, long sizeBytes) {
      return pattern.asSlice(rank * SHIFT_BYTES, sizeBytes);
    }

    private static MemorySegment bytes(Elements elements) {
      return elements.segment().asSlice(elements.offset(), elements.sizeBytes());
    }

    void all(long sizeBytes) {
      broadcast(sizeBytes);
      if (trial.size() * sizeBytes <= second - 32) {
        allgather(sizeBytes);
      }
      allreduce(sizeBytes / Long.BYTES * Long.BYTES);
    }

    private void broadcast(long sizeBytes) {
      int root = (int) (sizeBytes % trial.size());
      Elements elements = elements(sizeBytes, false, ElementType.BYTE);
      guard(elements);
      bytes(elements).copyFrom(data(trial.rank(), sizeBytes));
      collectives.broadcast(elements, root);
      check("broadcast", elements, data(root, sizeBytes));
    }

    private void allgather(long sizeBytes) {
      Elements source = elements(sizeBytes, false, ElementType.BYTE);
      Elements destination = elements(sizeBytes * trial.size(), true, ElementType.BYTE);
      guard(destination);
      bytes(source).copyFrom(data(trial.rank(), sizeBytes));
      collectives.allgather(source, destination);
      for (int rank = 0; rank < trial.size(); rank++) {
        Elements part = destination.slice(rank * sizeBytes, sizeBytes);
        same("allgather of rank " + rank, part, data(rank, sizeBytes));
      }
      checkGuard("allgather", destination);
    }

    private void allreduce(long sizeBytes) {
      Elements source = elements(sizeBytes, false, ElementType.LONG);
      Elements destination = elements(sizeBytes, true, ElementType.LONG);
      guard(destination);
      bytes(source).copyFrom(data(trial.rank(), sizeBytes));
      collectives.allreduce(source, destination, Reduction.SUM);
      MemorySegment result = bytes(destination);
      for (long at = 0; at < sizeBytes; at += Long.BYTES) {
        long sum = 0;
        for (int rank = 0; rank < trial.size(); rank++) {
          sum += pattern.get(JAVA_LONG_UNALIGNED, rank * SHIFT_BYTES + at);
        }
        if (result.get(JAVA_LONG_UNALIGNED, at) != sum) {
          long place = at;
          trial.requireEqual(
              sum,
              result.get(JAVA_LONG_UNALIGNED, at),
              () -> Text.format("allreduce of %d bytes at byte %d", sizeBytes, place));
          return;
        }
      }
      checkGuard("allreduce", destination);
    }

    private static void guard(Elements elements) {
      long end = elements.offset() + elements.sizeBytes();
      elements.segment().set(JAVA_LONG_UNALIGNED, end, GUARD);
    }

    private void checkGuard(String operation, Elements elements) {
      long end = elements.offset() + elements.sizeBytes();
      long seen = elements.segment().get(JAVA_LONG_UNALIGNED, end);
      trial.requireEqual(
          GUARD,
          seen,
          () -> Text.format("behind the %s of %d bytes", operation, elements.sizeBytes()));
    }

    private void check(String operation, Elements elements, MemorySegment expected) {
      same(operation, elements, expected);
      checkGuard(operation, elements);
    }

    private void same(String operation, Elements elements, MemorySegment expected) {
      trial.requireSame(
          expected,
          bytes(elements),
          () -> Text.format("%s of %d bytes", operation, elements.sizeBytes()));
    }
  }
}
