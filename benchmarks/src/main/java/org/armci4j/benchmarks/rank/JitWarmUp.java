package org.armci4j.benchmarks.rank;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Repeats all that will be measured until the compilers have nothing left to do: times that get no
 * shorter do not tell, for a compilation may be queued behind many others. Where several ranks take
 * part, those of all of them count: one rank's interpreter keeps all waiting, and its compilers
 * take the cores of others.
 */
public final class JitWarmUp {
  /** A round in which the compilers worked no longer than this changes little. */
  private static final long STILL_NANOS = 3_000_000;

  /** The same as a share of the round: behind a program's main part ever more rare code follows. */
  private static final double STILL_LOAD = 0.05;

  private static final int STILL_ROUNDS = 5;

  /** The longer all has taken so far, the longer they must stand still. */
  private static final double STILL_SHARE = 0.2;

  private JitWarmUp() {}

  /**
   * Returns when this rank's compilers stood still for some rounds, or at the limit.
   *
   * @param round performs everything a few times; false as long as it does more from time to time
   * @param limitNanos when to stop at the latest
   * @return whether they stood still
   */
  public static boolean run(BooleanSupplier round, long limitNanos) {
    return run(round, () -> 0, limitNanos);
  }

  /**
   * Returns when all ranks' compilers stood still for some rounds, or at the limit.
   *
   * @param commands of this rank, which is rank 0; each round gives a value
   * @param round performs everything a few times; false as long as it does more from time to time
   * @param limitNanos when to stop at the latest
   * @return whether they stood still
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
