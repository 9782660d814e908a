package org.armci4j.benchmarks.rank;

import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.armci4j.benchmarks.report.CallTimes;

/**
 * Times calls one by one. Their percentiles show what a mean over many calls hides: a call that
 * waits for a compilation, for a collection of garbage, or for another program.
 */
public final class CallTimer {
  /** Calls of which ten lie above the last percentile. */
  private static final int CALLS = 10_000;

  /** Calls of which one lies above the last percentile. */
  private static final int LEAST_CALLS = 1_000;

  private static final double LIMIT_NANOS = 100e6;

  /** Longest time that is told apart. */
  private static final long LONGEST_NANOS = 10_000_000_000L;

  /** Digits of a time that are right. */
  private static final int DIGITS = 3;

  private CallTimer() {}

  /**
   * Times calls, after as many that do not count.
   *
   * @param announce receives the number of calls before they begin
   * @param operation performs a number of calls; here it is asked for one call at a time, while the
   *     other ranks perform the announced number
   * @param nanos about the time of a call
   * @return their percentiles; null for calls that take too long to make enough of them
   */
  public static CallTimes measure(LongConsumer announce, LongConsumer operation, double nanos) {
    int calls = (int) Math.min(CALLS, LIMIT_NANOS / nanos);
    if (calls < LEAST_CALLS) {
      return null;
    }
    Histogram times = new Histogram(LONGEST_NANOS, DIGITS);
    series(times, announce, operation, calls); // the code for single calls gets compiled
    series(times, announce, operation, calls);
    return new CallTimes(
        times.getValueAtPercentile(50),
        times.getValueAtPercentile(99),
        times.getValueAtPercentile(99.9));
  }

  private static void series(
      Histogram times, LongConsumer announce, LongConsumer operation, int calls) {
    times.reset();
    announce.accept(calls);
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      operation.accept(1);
      times.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - start));
    }
  }
}
