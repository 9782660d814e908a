package org.armci4j.lab.simulator;

import java.io.PrintWriter;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.simulator.play.PlayOutcome;

/** Prints the figures as lines, each as soon as it is known. */
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
    String took = Text.format("%.1f s", figure.tookNanos() / NANOS_PER_SECOND);
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
        Text.format(
            "%d: %d, %d bytes",
            outcome.busiestRank(), outcome.busiestRankMessages(), outcome.busiestRankBytes()),
        outcome.busiestLinkBytes() == 0
            ? outcome.busiestLink()
            : Text.format("%s: %d bytes", outcome.busiestLink(), outcome.busiestLinkBytes()),
        took);
  }

  private void print(Object... cells) {
    out.println(
        Text.format("%-26s %9s %14s %14s %13s %16s %7s  %-30s  %-34s %8s", cells).stripTrailing());
    out.flush();
  }

  private static String micros(double nanos) {
    return Text.format("%.2f", nanos / NANOS_PER_MICRO);
  }
}
