package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.MessageSizes;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts and gets every size from 0 to 4097 bytes and 2^k − 1, 2^k and 2^k + 1 up to 64 MiB, and
 * accumulates as many bytes in whole {@code int}s, each at other offsets than before. A local copy
 * models the block; the bytes beside each transfer are compared too.
 *
 * <p>A scale leaves sizes out as {@link MessageSizes} does.
 */
final class Sizes {
  private static final long GUARD_BYTES = 32;
  private static final int SCALE = 3;

  private Sizes() {}

  static void run(Trial trial) {
    long largest = MessageSizes.largestBytes(trial);
    long blockBytes = largest + 1 + 3 * GUARD_BYTES;
    GlobalMemory memory = trial.armci().allocate(blockBytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pattern = arena.allocate(blockBytes, 8);
      byte[] bytes = new byte[(int) blockBytes];
      trial.random(0).nextBytes(bytes);
      pattern.copyFrom(MemorySegment.ofArray(bytes));
      MemorySegment model = arena.allocate(blockBytes, 8);
      Ladder ladder = new Ladder(trial, memory, pattern, model, MemorySegment.ofArray(bytes));
      long step = MessageSizes.step(trial);
      MessageSizes.multiples(1, largest, step).forEach(ladder::put);
      MessageSizes.multiples(4, largest, step).forEach(ladder::accumulate);
    }
    trial.armci().barrier();
    trial.armci().free(memory);
  }

  /** Runs the sizes; the model holds the content of the right neighbour's block. */
  private record Ladder(
      Trial trial,
      GlobalMemory memory,
      MemorySegment pattern,
      MemorySegment model,
      MemorySegment back) {
    void put(long sizeBytes) {
      long from = sizeBytes * 5 % GUARD_BYTES;
      long to = GUARD_BYTES + sizeBytes * 3 % GUARD_BYTES;
      trial.transfers().put(pattern, from, memory, trial.right(), to, sizeBytes);
      trial.transfers().complete();
      MemorySegment.copy(pattern, from, model, to, sizeBytes);
      check("put", sizeBytes, to);
    }

    void accumulate(long sizeBytes) {
      long from = sizeBytes * 5 % GUARD_BYTES & -4;
      long to = GUARD_BYTES + (sizeBytes * 3 % GUARD_BYTES & -4);
      Accumulation tripled = Accumulation.ofInt(SCALE);
      trial.transfers().accumulate(tripled, pattern, from, memory, trial.right(), to, sizeBytes);
      trial.transfers().complete();
      for (long i = 0; i < sizeBytes; i += 4) {
        int added = SCALE * pattern.get(JAVA_INT_UNALIGNED, from + i);
        model.set(JAVA_INT_UNALIGNED, to + i, model.get(JAVA_INT_UNALIGNED, to + i) + added);
      }
      check("accumulate", sizeBytes, to);
    }

    /** Gets the bytes with their neighbours, to another place. */
    private void check(String operation, long sizeBytes, long offset) {
      long begin = offset - GUARD_BYTES;
      long length = sizeBytes + 2 * GUARD_BYTES;
      long to = sizeBytes * 7 % GUARD_BYTES;
      trial.transfers().get(memory, trial.right(), begin, back, to, length);
      trial.transfers().complete();
      trial.requireSame(
          model.asSlice(begin, length),
          back.asSlice(to, length),
          () -> Text.format("%s of %d bytes at offset %d", operation, sizeBytes, offset));
    }
  }
}
