package org.armci4j.testkit.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Runs one life of a runtime: open, allocate, communicate, fail, free or not, close. All ranks draw
 * the same random numbers.
 */
final class SoakRound {
  /** More memory than any host has. */
  private static final long TOO_MUCH_BYTES = 1L << 50;

  private static final int LONGEST_WORDS = 1 << 16;
  private static final long BRIEF_NANOS = 1_000_000;

  private final Armci armci;
  private final RandomGenerator random;

  private SoakRound(Armci armci, RandomGenerator random) {
    this.armci = armci;
    this.random = random;
  }

  /** Runs a round; collective. */
  static void run(RandomGenerator random) {
    try (Armci armci = Armci.open()) {
      new SoakRound(armci, random).run();
    }
  }

  private void run() {
    for (int block = random.nextInt(1, 4); block > 0; block--) {
      int words = random.nextInt(2, LONGEST_WORDS);
      GlobalMemory memory = armci.allocate(8L * words);
      passOn(memory, words);
      fail(memory, 8L * words);
      if (random.nextBoolean()) {
        armci.free(memory); // else the end of the runtime frees it
      }
    }
  }

  /** Fills the next rank's block with this rank's number, and checks the own block. */
  private void passOn(GlobalMemory memory, int words) {
    int right = (armci.rank() + 1) % armci.size();
    int left = (armci.rank() + armci.size() - 1) % armci.size();
    long number = random.nextLong();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mine = arena.allocate(8L * words, 8);
      fill(mine, number + armci.rank());
      armci.put(mine, memory, right, 0);
      armci.barrier();
      armci.get(memory, armci.rank(), 0, mine);
      expect(number + left, mine.get(ValueLayout.JAVA_LONG, 0), "the first word");
      expect(number + left, mine.get(ValueLayout.JAVA_LONG, 8L * (words - 1)), "the last word");
    }
    armci.barrier();
    armci.fetchAndAdd(memory, 0, 0, 1);
    armci.barrier();
    if (armci.rank() == 0) {
      expect(number + left + armci.size(), armci.getLong(memory, 0, 0), "the sum");
    }
  }

  private static void fill(MemorySegment memory, long value) {
    for (long at = 0; at < memory.byteSize(); at += 8) {
      memory.set(ValueLayout.JAVA_LONG, at, value);
    }
  }

  private static void expect(long expected, long found, String what) {
    if (expected != found) {
      throw new AssertionError(Text.format("%s is %d instead of %d", what, found, expected));
    }
  }

  /** Fails in a way that a program may survive. */
  private void fail(GlobalMemory memory, long sizeBytes) {
    switch (random.nextInt(4)) {
      case 0 -> {
        int victim = random.nextInt(armci.size());
        long bytes = armci.rank() == victim ? TOO_MUCH_BYTES : 64;
        expect(ArmciException.class, () -> armci.allocate(bytes));
      }
      case 1 -> expect(RuntimeException.class, () -> armci.putLong(memory, 0, sizeBytes, 1));
      case 2 ->
          expect(
              ArmciTimeoutException.class,
              () -> armci.waitUntil(memory, 8, Comparison.EQ, Long.MIN_VALUE, BRIEF_NANOS));
      default -> {
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(8);
        arena.close();
        expect(RuntimeException.class, () -> armci.put(closed, memory, 0, 0));
      }
    }
    armci.barrier();
  }

  private static void expect(Class<? extends RuntimeException> type, Runnable failing) {
    try {
      failing.run();
    } catch (RuntimeException thrown) {
      if (type.isInstance(thrown)) {
        return;
      }
      throw thrown;
    }
    throw new AssertionError("there should be an exception: " + type.getSimpleName());
  }
}
