package org.armci4j.lab.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * Runs litmus tests: two ranks run a few operations against each other, again and again, in step.
 * No outcome may appear that the documented ordering forbids. The other ranks look on.
 *
 * <p>Without its fence the first test fails within one run on x86, as it should. With its two puts
 * swapped the second fails in some runs only. On shared memory jcstress looks for such outcomes
 * millions of times (src/jcstress); this contract looks for them on every transport.
 *
 * <p>Names are those of Alglave, Maranget, Tautschnig, "Herding cats" (2014).
 */
public final class LitmusContract implements Contract {
  private static final int ROUNDS = 20_000;

  /** Time for the rounds of one check: on a full machine each takes as long as a turn of a core. */
  private static final long LIMIT_NANOS = 10_000_000_000L;

  /** What rank 0 adds to the number of the last round. */
  private static final long LAST = 1L << 32;

  /** Distance of slots: 64 bytes, so that rounds do not help each other along. */
  private static final long SLOT_BYTES = 64;

  private final int rounds;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  public LitmusContract(double scale) {
    this.rounds = (int) Math.max(1, ROUNDS * scale);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("store buffering: a fence stands between put and get", this::buffering);
    checks.put("message passing: the flag comes after the data", this::messagePassing);
    checks.put("load buffering: nothing is seen before it is put", this::loadBuffering);
    checks.put("coherence: a word never goes back", this::coherence);
    checks.put("exchange: of two swaps one is first", this::exchange);
    return checks;
  }

  /** Holds the outcomes of both ranks, by round. */
  private record Outcomes(GlobalMemory memory, Armci armci) {
    long of(int rank, int round) {
      return armci.getLong(memory, rank, 8L * round);
    }
  }

  /** Runs one rank's part of a round: gets the slot's offset, returns the outcome. */
  private interface LitmusProgram {
    LongUnaryOperator on(GlobalMemory slots, int me, int other);
  }

  private interface Judge {
    void judge(Outcomes outcomes, int round);
  }

  private void run(Armci armci, LitmusProgram program, Judge judge) {
    GlobalMemory slots = armci.allocate(SLOT_BYTES * rounds);
    GlobalMemory progress = armci.allocate(8);
    GlobalMemory results = armci.allocate(8L * rounds);
    int me = armci.rank();
    int done = 0;
    if (me < 2 && armci.size() > 1) {
      int other = 1 - me;
      LongUnaryOperator step = program.on(slots, me, other);
      long startNanos = System.nanoTime();
      for (boolean isLast = false; !isLast; done++) {
        boolean ends = done + 1 == rounds || System.nanoTime() - startNanos > LIMIT_NANOS;
        isLast = meet(armci, progress, me, done + 1, ends);
        armci.putLong(results, me, 8L * done, step.applyAsLong(SLOT_BYTES * done));
      }
    }
    armci.barrier();
    if (me == 0 && armci.size() > 1) {
      for (int round = 0; round < done; round++) {
        judge.judge(new Outcomes(results, armci), round);
      }
    }
    armci.free(results);
    armci.free(progress);
    armci.free(slots);
  }

  /**
   * Lets both ranks begin a round at nearly the same time.
   *
   * @param ends whether rank 0 makes this the last round; rank 1 hears it from rank 0
   * @return whether it is the last
   */
  @SuppressWarnings("ThreadPriorityCheck") // the other may be waiting for this core
  private static boolean meet(
      Armci armci, GlobalMemory progress, int me, long round, boolean ends) {
    armci.putLong(progress, 1 - me, 0, me == 0 && ends ? round + LAST : round);
    for (int spin = 1; armci.getLong(progress, me, 0) < round; spin++) {
      if (spin % 100 == 0) {
        Thread.yield();
      }
    }
    // Rank 0 may be in the next round already, and have said that that one is the last.
    return me == 0 ? ends : armci.getLong(progress, me, 0) == round + LAST;
  }

  private void buffering(Armci armci) {
    run(
        armci,
        (slots, me, other) ->
            offset -> {
              armci.putLong(slots, other, offset, 1);
              armci.fence(other);
              return armci.getLong(slots, me, offset);
            },
        (outcomes, round) ->
            assertTrue(
                outcomes.of(0, round) == 1 || outcomes.of(1, round) == 1,
                "both missed the other's put in round " + round));
  }

  private void messagePassing(Armci armci) {
    run(
        armci,
        (slots, me, other) ->
            offset -> {
              if (me == 0) {
                armci.putInt(slots, other, offset, 7);
                armci.putLong(slots, other, offset + 8, 1);
                return 0;
              }
              // Reads the data as soon as the flag is there, when they are most likely to be
              // missing.
              armci.waitUntil(slots, offset + 8, Comparison.EQ, 1);
              return armci.getInt(slots, me, offset);
            },
        (outcomes, round) ->
            assertEquals(7, outcomes.of(1, round), "flag without data in round " + round));
  }

  private void loadBuffering(Armci armci) {
    run(
        armci,
        (slots, me, other) ->
            offset -> {
              long seen = armci.getLong(slots, me, offset);
              armci.putLong(slots, other, offset, 1);
              return seen;
            },
        (outcomes, round) ->
            assertTrue(
                outcomes.of(0, round) == 0 || outcomes.of(1, round) == 0,
                "both saw a put that came after their own get in round " + round));
  }

  private void coherence(Armci armci) {
    run(
        armci,
        (slots, me, other) ->
            offset -> {
              if (me == 0) {
                armci.putLong(slots, other, offset, 1);
                armci.putLong(slots, other, offset, 2);
                return 0;
              }
              long first = armci.getLong(slots, me, offset);
              return 10 * first + armci.getLong(slots, me, offset);
            },
        (outcomes, round) -> {
          long seen = outcomes.of(1, round);
          assertTrue(seen / 10 <= seen % 10, "saw " + seen / 10 + ", then " + seen % 10);
        });
  }

  private void exchange(Armci armci) {
    run(
        armci,
        (slots, me, other) -> offset -> armci.longAtomics().swap(slots, 0, offset, me + 1L),
        (outcomes, round) -> {
          long first = outcomes.of(0, round);
          long second = outcomes.of(1, round);
          assertEquals(1, (first == 0 ? 1 : 0) + (second == 0 ? 1 : 0), "one found it untouched");
          assertTrue(first == 0 || first == 2);
          assertTrue(second == 0 || second == 1);
        });
  }
}
