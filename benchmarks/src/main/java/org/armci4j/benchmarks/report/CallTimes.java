package org.armci4j.benchmarks.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Percentiles of the times of single calls, in nanoseconds. Each time includes a reading of the
 * clock.
 *
 * @param p50 half of the calls take at most this time
 * @param p99 99 of 100 calls take at most this time
 * @param p999 999 of 1000 calls take at most this time
 */
public record CallTimes(double p50, double p99, double p999) {
  /**
   * Returns the times of one part of a call that consists of equal parts.
   *
   * @param parts the number of parts
   */
  public CallTimes dividedBy(int parts) {
    return new CallTimes(p50 / parts, p99 / parts, p999 / parts);
  }

  /** Returns the medians of the rounds that have such times; null if none has. */
  static CallTimes merge(List<Measurement> rounds) {
    List<CallTimes> times =
        rounds.stream().map(Measurement::calls).filter(one -> one != null).toList();
    return times.isEmpty()
        ? null
        : new CallTimes(
            median(times, CallTimes::p50),
            median(times, CallTimes::p99),
            median(times, CallTimes::p999));
  }

  private static double median(List<CallTimes> times, ToDoubleFunction<CallTimes> percentile) {
    return Measurement.median(times.stream().mapToDouble(percentile).toArray());
  }
}
