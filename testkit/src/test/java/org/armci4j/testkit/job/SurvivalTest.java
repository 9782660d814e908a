package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Kills ranks at random times, several in one job and also while the others shrink their group, and
 * checks that those that are left compute the same bits as a run without failures. {@link
 * KilledJobs} reads how many jobs, and which.
 */
@EnabledOnOs(OS.LINUX)
class SurvivalTest {
  private static final int RANKS = 4;

  /** The ranks die within this time of their first barrier. */
  private static final int DYING_MICROS = 150_000;

  /** Steps of a state of which each rank computes a part, and has the whole. */
  static final class Program {
    private static final int ITEMS = 60;
    private static final int STEPS = 4000;

    private final Armci armci;
    private Group group;

    /** The states after this step and after the one before: ranks differ by one step at most. */
    private long[] state = first();

    private long[] before = state;
    private int step;
    private long recoveryNanos;

    private Program(Armci armci) {
      this.armci = armci;
      this.group = armci.world();
    }

    public static void main(String[] arguments) {
      long seed = Long.parseLong(arguments[0]);
      try (Armci armci = Armci.open()) {
        KilledJobs.meet(armci);
        dieAtRandom(seed, armci.rank());
        Program program = new Program(armci);
        program.run();
        long[] right = first();
        for (int i = 0; i < STEPS; i++) {
          right = advance(right, 0, ITEMS, sum(right));
        }
        if (!Arrays.equals(right, program.state)) {
          throw new IllegalStateException("wrong state on rank " + armci.rank());
        }
        System.out.println(
            "right " + program.group.size() + " " + program.recoveryNanos / 1_000_000);
      }
    }

    /** Rank 0 lives. Each other rank dies with a chance of 2 in 3, often together with another. */
    private static void dieAtRandom(long seed, int rank) {
      Random random = new Random(31 * seed + 7L * rank);
      Random together = new Random(seed);
      long micros =
          random.nextBoolean() ? together.nextInt(DYING_MICROS) : random.nextInt(DYING_MICROS);
      if (rank > 0 && random.nextInt(3) > 0) {
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  long end = System.nanoTime() + 1000 * micros;
                  while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                  }
                  Runtime.getRuntime().halt(9);
                });
      }
    }

    private void run() {
      boolean recovers = false;
      while (true) {
        try (Collectives collectives = Collectives.of(armci, group)) {
          if (recovers) {
            goBackTo(collectives.allreduce((long) step, Reduction.MIN));
            recovers = false;
          }
          while (step < STEPS) {
            advance(collectives);
          }
          collectives.barrier();
          return;
        } catch (RankFailedException failed) {
          long start = System.nanoTime();
          group = group.shrink();
          recoveryNanos = Math.max(recoveryNanos, System.nanoTime() - start);
          recovers = true;
        }
      }
    }

    private void goBackTo(long common) {
      if (step > common) {
        state = before;
        step--;
      }
      if (step != common) {
        throw new IllegalStateException("step " + step + " against " + common);
      }
    }

    private void advance(Collectives collectives) {
      int from = ITEMS * group.rank() / group.size();
      int to = ITEMS * (group.rank() + 1) / group.size();
      long part = 0;
      for (int i = from; i < to; i++) {
        part += state[i];
      }
      long sum = collectives.allreduce(part, Reduction.SUM);
      long[] mine = advance(state, from, to, sum);
      long[] counts = new long[group.size()];
      long[] displacements = new long[group.size()];
      for (int rank = 0; rank < counts.length; rank++) {
        displacements[rank] = (long) ITEMS * rank / counts.length;
        counts[rank] = (long) ITEMS * (rank + 1) / counts.length - displacements[rank];
      }
      long[] next = new long[ITEMS];
      collectives.allgatherv(Elements.of(mine), Elements.of(next), counts, displacements);
      before = state;
      state = next;
      step++;
    }

    private static long[] first() {
      return new Random(5).longs(ITEMS).toArray();
    }

    private static long sum(long[] state) {
      long sum = 0;
      for (long item : state) {
        sum += item;
      }
      return sum;
    }

    private static long[] advance(long[] state, int from, int to, long sum) {
      long[] next = new long[to - from];
      for (int i = from; i < to; i++) {
        next[i - from] = (state[i] ^ sum) * 0x9E3779B97F4A7C15L + i;
      }
      return next;
    }
  }

  @Test
  void aFewJobsEndRight() {
    run(3, Map.of());
  }

  @Tag("release")
  @Test
  void manyJobsEndRight() {
    run(30, Map.of());
  }

  @Test
  void aFewJobsEndRightOverUcx() {
    UcxJobs.requireUcx();
    run(2, UcxJobs.ENVIRONMENT);
  }

  @Tag("release")
  @Test
  void manyJobsEndRightOverUcx() {
    UcxJobs.requireUcx();
    run(20, UcxJobs.ENVIRONMENT);
  }

  private static void run(int jobs, Map<String, String> network) {
    AtomicLong longest = new AtomicLong();
    KilledJobs.run(
        jobs,
        RANKS,
        Program.class,
        network,
        line -> longest.accumulateAndGet(Long.parseLong(line.split(" ", -1)[2]), Math::max));
    System.out.println("longest shrink " + longest + " ms");
    assertTrue(longest.get() < 10_000, "a shrink took " + longest + " ms");
  }
}
