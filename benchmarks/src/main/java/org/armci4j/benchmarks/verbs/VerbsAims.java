package org.armci4j.benchmarks.verbs;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** What the figures should come to, and whether they do. */
final class VerbsAims {
  private static final double LATENCY = 1.3;
  private static final double BANDWIDTH = 0.95;
  private static final double COLLECTIVES = 1;

  private VerbsAims() {}

  /**
   * A line for each figure that both have, by the ratio of the medians round by round; the ratio of
   * the minima beside it.
   */
  static List<String> lines(Report report, String own, String perftest, String mpi) {
    List<Measurement> all =
        report.merged().stream().filter(one -> one.unit().equals(Measurement.NANOS)).toList();
    List<String> lines = new ArrayList<>();
    for (Measurement mine : all) {
      if (mine.subject().equals(own)) {
        all.stream()
            .filter(other -> !other.subject().equals(own) && sameFigure(mine, other))
            .forEach(
                other -> lines.add(line(report, mine, other, other.subject().equals(perftest))));
      }
    }
    if (lines.isEmpty()) {
      lines.add(Text.format("nothing was compared: neither %s nor %s was measured", perftest, mpi));
    }
    return lines;
  }

  private static boolean sameFigure(Measurement one, Measurement other) {
    return one.operation().equals(other.operation())
        && one.sizeBytes() == other.sizeBytes()
        && one.ranks() == other.ranks();
  }

  private static String line(Report report, Measurement mine, Measurement other, boolean perftest) {
    if (perftest && mine.operation().endsWith("-bandwidth")) {
      double ratio = report.ratio(other, mine);
      return line(
          ratio >= BANDWIDTH,
          mine,
          "of the bandwidth of",
          other.subject(),
          ratio,
          other.min() / mine.min(),
          "at least " + BANDWIDTH);
    }
    double limit = perftest ? LATENCY : COLLECTIVES;
    double ratio = report.ratio(mine, other);
    return line(
        ratio <= limit,
        mine,
        "times the time of",
        other.subject(),
        ratio,
        mine.min() / other.min(),
        "at most " + limit);
  }

  private static String line(
      boolean met,
      Measurement mine,
      String what,
      String whom,
      double ratio,
      double best,
      String aim) {
    return Text.format(
        "%-7s %-14s %8d bytes, %d ranks: %5.2f %s %s (best against best %.2f), aim %s",
        met ? "met" : "NOT MET",
        mine.operation(),
        mine.sizeBytes(),
        mine.ranks(),
        ratio,
        what,
        whom,
        best,
        aim);
  }
}
