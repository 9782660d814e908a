package org.armci4j.benchmarks.rank;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

/**
 * Repeats all that will be measured until this JVM's compilers have nothing left to do: times that
 * get no shorter do not tell, for a compilation may be queued behind many others.
 */
public final class JitWarmUp {
  /** A round in which the compilers worked less than this changes little. */
  private static final long STILL_MILLIS = 3;

  private static final int STILL_ROUNDS = 5;

  /** The longer all has taken so far, the longer they must stand still. */
  private static final double STILL_SHARE = 0.2;

  private JitWarmUp() {}

  /**
   * Returns when the compilers stood still for some rounds, or at the limit.
   *
   * @param round performs everything a few times; false as long as it does more from time to time
   * @param limitNanos when to stop at the latest
   */
  public static void run(BooleanSupplier round, long limitNanos) {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    CompilerThreads threads = new CompilerThreads();
    long start = System.nanoTime();
    long before = compilers.getTotalCompilationTime();
    int still = 0;
    long busyNanos = 0;
    for (long nanos = 0; nanos < limitNanos; nanos = System.nanoTime() - start) {
      if (still >= STILL_ROUNDS && nanos - busyNanos >= STILL_SHARE * nanos) {
        return;
      }
      boolean full = round.getAsBoolean();
      long now = compilers.getTotalCompilationTime();
      boolean worked = threads.haveWorked() || now - before >= STILL_MILLIS;
      still = full && !worked ? still + 1 : 0;
      if (still == 0) {
        busyNanos = System.nanoTime() - start;
      }
      before = now;
    }
  }
}
