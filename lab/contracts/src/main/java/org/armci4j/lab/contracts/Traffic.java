package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs every kind of operation from each rank on its right neighbour, round after round, and checks
 * everything: signalled data must be there, returned data must be those sent, and counts must add
 * up.
 */
public final class Traffic {
  private static final int WORDS = 20_000;
  private static final long PUT = 0;
  private static final long SUM = PUT + 8L * WORDS;
  private static final long COUNTER = SUM + 8L * WORDS;
  private static final long INT_COUNTER = COUNTER + 8;
  private static final long SIGNAL = INT_COUNTER + 8;
  private static final long SIZE_BYTES = SIGNAL + 8;

  private final Armci armci;
  private final int right;
  private final int left;
  private final long[] got = new long[WORDS];

  private Traffic(Armci armci) {
    this.armci = armci;
    this.right = right(armci);
    this.left = left(armci);
  }

  /**
   * Runs the traffic on one rank, at the same time as on all others.
   *
   * @param armci the rank's runtime
   * @param rounds number of rounds
   */
  public static void run(Armci armci, int rounds) {
    new Traffic(armci).run(rounds, false);
  }

  /**
   * Runs the traffic on one rank as {@link #run} does. Rank 0 prints a line for each round.
   *
   * @param armci the rank's runtime
   * @param rounds number of rounds
   */
  public static void runAndTell(Armci armci, int rounds) {
    new Traffic(armci).run(rounds, true);
  }

  private void run(int rounds, boolean tell) {
    GlobalMemory memory = armci.allocate(SIZE_BYTES);
    for (int round = 1; round <= rounds; round++) {
      round(memory, round);
      if (tell && armci.rank() == 0) {
        System.out.println("round " + round);
      }
    }
    armci.free(memory);
  }

  private void round(GlobalMemory memory, int round) {
    int words = new SplittableRandom(round).nextInt(1, WORDS);
    long[] mine = pattern(armci.rank(), round, words);
    MemorySegment source = MemorySegment.ofArray(mine);
    armci.put(source, memory, right, PUT);
    armci.accumulate(Accumulation.ofLong(1), source, memory, right, SUM);
    long count = armci.fetchAndAdd(memory, right, COUNTER, 3);
    if (count != 3L * (round - 1)) {
      // Distinguishes a lost addition from a sum that was lost on its way back.
      long now = armci.getLong(memory, right, COUNTER);
      check("the counter, which now is " + now, 3L * (round - 1), count);
    }
    int intCount = armci.intAtomics().fetchAndAdd(memory, right, INT_COUNTER, 5);
    check("the int counter", 5L * (round - 1), intCount);
    Arrays.fill(got, 0);
    armci.get(memory, right, PUT, MemorySegment.ofArray(got).asSlice(0, 8L * words));
    checkAll("what came back", mine);
    armci.fence(right);
    armci.signal(memory, right, SIGNAL, round);
    armci.waitUntil(memory, SIGNAL, Comparison.GE, round);
    MemorySegment.copy(memory.local(), ValueLayout.JAVA_LONG, PUT, got, 0, words);
    checkAll("what was announced", pattern(left, round, words));
    if (round == 1) {
      MemorySegment.copy(memory.local(), ValueLayout.JAVA_LONG, SUM, got, 0, words);
      checkAll("the sum", pattern(left, round, words));
    }
    armci.barrier();
  }

  private static long[] pattern(int rank, int round, int words) {
    return new SplittableRandom(31L * round + rank).longs(words).toArray();
  }

  private void checkAll(String what, long[] expected) {
    int at = Arrays.mismatch(got, 0, expected.length, expected, 0, expected.length);
    if (at >= 0) {
      check(what + ", word " + at, expected[at], got[at]);
    }
  }

  private void check(String what, long expected, long seen) {
    if (expected != seen) {
      throw new AssertionError(
          Text.format("rank %d: %s: %d instead of %d", armci.rank(), what, seen, expected));
    }
  }
}
