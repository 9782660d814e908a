package org.armci4j.benchmarks.rank;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Repeats everything that will be measured until the JIT compilers are idle. Steady times are no
 * sign of that: a compilation may be queued behind many others. With several ranks, the compilers
 * of all ranks count: one interpreting rank delays all, and its compilers take cores from the
 * others.
 */
public final class JitWarmUp {
  /** Compiler time in a round that still counts as idle. */
  private static final long STILL_NANOS = 3_000_000;

  /** The same as a share of the round: after the main code, rarely run code still gets compiled. */
  private static final double STILL_LOAD = 0.05;

  private static final int STILL_ROUNDS = 5;

  /** Share of the warm-up so far for which the compilers must have been idle. */
  private static final double STILL_SHARE = 0.2;

  private JitWarmUp() {}

  /**
   * Warms up until this rank's compilers were idle for some rounds, or to the limit.
   *
   * @param round performs everything a few times; false if it will do more in its next round
   * @param limitNanos limit of the warm-up time
   * @return whether the compilers were idle at the end
   */
  public static boolean run(BooleanSupplier round, long limitNanos) {
    return run(round, () -> 0, limitNanos);
  }

  /**
   * Warms up until all ranks' compilers were idle for some rounds, or to the limit.
   *
   * @param commands the commands of this rank, which is rank 0; each round gives at least one value
   * @param round performs everything a few times; false if it will do more in its next round
   * @param limitNanos limit of the warm-up time
   * @return whether the compilers were idle at the end
   */
  public static boolean run(RankCommands commands, BooleanSupplier round, long limitNanos) {
    BooleanSupplier askingRound =
        () -> {
          commands.ask();
          return round.getAsBoolean();
        };
    return run(askingRound, commands::othersWorkedNanos, limitNanos);
  }

  private static boolean run(BooleanSupplier round, LongSupplier othersNanos, long limitNanos) {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    CompilerThreads threads = new CompilerThreads();
    long start = System.nanoTime();
    long before = compilers.getTotalCompilationTime();
    int still = 0;
    long busyNanos = 0;
    for (long nanos = 0; nanos < limitNanos; nanos = System.nanoTime() - start) {
      if (still >= STILL_ROUNDS && nanos - busyNanos >= STILL_SHARE * nanos) {
        return true;
      }
      boolean full = round.getAsBoolean();
      long roundNanos = System.nanoTime() - start - nanos;
      long now = compilers.getTotalCompilationTime();
      long workedNanos = Math.max(threads.workedNanos(), MILLISECONDS.toNanos(now - before));
      boolean worked =
          workedNanos + othersNanos.getAsLong() > Math.max(STILL_NANOS, STILL_LOAD * roundNanos);
      still = full && !worked ? still + 1 : 0;
      if (still == 0) {
        busyNanos = System.nanoTime() - start;
      }
      before = now;
    }
    return false;
  }
}
