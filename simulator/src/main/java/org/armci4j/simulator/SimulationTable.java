package org.armci4j.simulator;

import java.io.PrintWriter;
import java.util.Locale;
import org.armci4j.simulator.play.PlayOutcome;

/** The figures as lines, each printed as soon as it is known. */
final class SimulationTable {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintWriter out;

  SimulationTable(PrintWriter out) {
    this.out = out;
  }

  void heading() {
    print(
        "algorithm",
        "ranks",
        "time in us",
        "formula in us",
        "messages",
        "bytes",
        "steps",
        "busiest rank",
        "busiest link",
        "took");
  }

  void line(SimulatedRun figure) {
    PlayOutcome outcome = figure.outcome();
    String formula = micros(figure.formulaNanos());
    String took = String.format(Locale.ROOT, "%.1f s", figure.tookNanos() / NANOS_PER_SECOND);
    String ranks = Integer.toString(figure.ranks());
    if (outcome == null) {
      print(figure.algorithm(), ranks, "not played", formula, "too many", "", "", "", "", took);
      return;
    }
    print(
        figure.algorithm(),
        ranks,
        micros(outcome.nanos()),
        formula,
        Long.toString(outcome.messages()),
        Long.toString(outcome.bytes()),
        Integer.toString(outcome.longestSchedule()),
        "%d: %d, %d bytes"
            .formatted(
                outcome.busiestRank(), outcome.busiestRankMessages(), outcome.busiestRankBytes()),
        outcome.busiestLinkBytes() == 0
            ? outcome.busiestLink()
            : "%s: %d bytes".formatted(outcome.busiestLink(), outcome.busiestLinkBytes()),
        took);
  }

  private void print(Object... cells) {
    out.println(
        "%-26s %9s %14s %14s %13s %16s %7s  %-30s  %-34s %8s".formatted(cells).stripTrailing());
    out.flush();
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / NANOS_PER_MICRO);
  }
}
