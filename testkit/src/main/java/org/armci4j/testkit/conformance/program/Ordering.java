package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Checks order without any fence: a get sees the earlier put to the same place, and a put, an
 * accumulate and an atomic update take effect in this order. Transfers are contiguous or strided by
 * chance, to all ranks in turn. Each rank uses a part of the block of its own.
 */
final class Ordering {
  private static final int ROUNDS = 5_000;
  private static final int WORDS = 512;
  private static final long PART_BYTES = 8L * 2 * WORDS;

  private Ordering() {}

  static void run(Trial trial) {
    GlobalMemory memory = trial.armci().allocate(PART_BYTES * trial.size());
    SplittableRandom random = trial.random(0);
    for (int round = 0; round < trial.times(ROUNDS); round++) {
      int target = (trial.rank() + round) % trial.size();
      int words = 1 + random.nextInt(random.nextInt(4) == 0 ? WORDS : 16);
      new OrderedStep(trial, memory, target, words, random.split(), "round " + round).run();
    }
    trial.armci().barrier();
    trial.armci().free(memory);
  }

  private record OrderedStep(
      Trial trial,
      GlobalMemory memory,
      int target,
      int words,
      SplittableRandom random,
      String name) {
    void run() {
      long[] first = random.longs(words).toArray();
      long[] second = random.longs(words).toArray();
      long scale = random.nextLong();
      put(first);
      requireEqual(first, "a get after the put");
      put(second);
      accumulate(first, scale);
      long[] sums = new long[words];
      for (int i = 0; i < words; i++) {
        sums[i] = second[i] + scale * first[i];
      }
      requireEqual(sums, "a get after put and accumulate");
      Armci armci = trial.armci();
      put(first);
      long before = armci.fetchAndAdd(memory, target, base(), 1);
      trial.requireEqual(first[0], before, () -> name + ": fetch-and-add after the put");
      armci.putLong(memory, target, base(), 17);
      long word = armci.getLong(memory, target, base());
      trial.requireEqual(17, word, () -> name + ": a get of a word after its put");
    }

    private long base() {
      return PART_BYTES * trial.rank();
    }

    /**
     * Returns every second word of the part, so that a contiguous get of the first word is no
     * special case.
     */
    private Section remote() {
      return Section.of(base(), new long[] {16}, new long[] {8, words});
    }

    private void put(long[] values) {
      MemorySegment source = MemorySegment.ofArray(values);
      if (random.nextBoolean()) {
        trial.transfers().put(source, remote().packed(0), memory, target, remote());
      } else {
        for (int i = 0; i < words; i++) {
          trial.transfers().put(source, 8L * i, memory, target, base() + 16L * i, 8);
        }
      }
      trial.transfers().complete();
    }

    private void accumulate(long[] values, long scale) {
      Accumulation scaled = Accumulation.ofLong(scale);
      MemorySegment source = MemorySegment.ofArray(values);
      if (random.nextBoolean()) {
        trial.transfers().accumulate(scaled, source, remote().packed(0), memory, target, remote());
      } else {
        for (int i = 0; i < words; i++) {
          trial.transfers().accumulate(scaled, source, 8L * i, memory, target, base() + 16L * i, 8);
        }
      }
      trial.transfers().complete();
    }

    private void requireEqual(long[] expected, String what) {
      long[] seen = new long[2 * words];
      MemorySegment to = MemorySegment.ofArray(seen);
      if (random.nextBoolean()) {
        trial.transfers().get(memory, target, remote(), to, remote().at(0));
      } else {
        trial.transfers().get(memory, target, base(), to, 0, 16L * words);
      }
      trial.transfers().complete();
      for (int i = 0; i < words; i++) {
        int word = i;
        long value = to.getAtIndex(JAVA_LONG, 2L * i);
        trial.requireEqual(
            expected[i],
            value,
            () -> Text.format("%s: %s, word %d of %d", name, what, word, words));
      }
    }
  }
}
