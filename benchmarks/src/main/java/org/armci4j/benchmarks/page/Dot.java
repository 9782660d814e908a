package org.armci4j.benchmarks.page;

import java.util.function.DoubleFunction;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/**
 * A mark in a {@link DotPlot}, with a line around it.
 *
 * @param subject the system
 * @param low begin of the line
 * @param mark where the mark is
 * @param high end of the line
 * @param words all of that for readers
 */
record Dot(String subject, double low, double mark, double high, String words) {
  /** Returns a figure: its median, and a line from the smallest value to the 90th percentile. */
  static Dot of(Measurement one, DoubleFunction<String> name) {
    return new Dot(
        one.subject(),
        one.min(),
        one.median(),
        one.p90(),
        Text.format(
            "%s: %s (%s to %s)",
            Subjects.label(one.subject()),
            name.apply(one.median()),
            name.apply(one.min()),
            name.apply(one.p90())));
  }

  /** Returns a share in percent, without a line. */
  static Dot share(Measurement one) {
    double share = one.median();
    return new Dot(
        one.subject(),
        share,
        share,
        share,
        Text.format("%s: %s", Subjects.label(one.subject()), Quantity.percent(share)));
  }

  /** Returns the times of single calls: the 99th percentile between the median and the 99.9th. */
  static Dot ofCalls(Measurement one) {
    CallTimes calls = one.calls();
    return new Dot(
        one.subject(),
        calls.p50(),
        calls.p99(),
        calls.p999(),
        Text.format(
            "%s: half in %s, 99 %% in %s, 99.9 %% in %s",
            Subjects.label(one.subject()),
            Quantity.time(calls.p50()),
            Quantity.time(calls.p99()),
            Quantity.time(calls.p999())));
  }
}
