package org.armci4j.benchmarks.page;

import java.util.List;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;

/** Sums up a suite in one row: how often this system is faster than the best peer, and how much. */
final class SuiteSummary {
  /** The titles of the cells. */
  static final List<String> TITLES =
      List.of("suite", "compared", "faster", "even", "slower", "mean ratio", "beside");

  private final Report suite;

  SuiteSummary(Report suite) {
    this.suite = suite;
  }

  /** Returns the cells; the mean is the geometric one. */
  List<String> cells() {
    List<PeerRatio> ratios = PeerRatio.of(suite);
    long faster = ratios.stream().filter(one -> one.isClear() && one.timesFaster() > 1).count();
    long slower = ratios.stream().filter(one -> one.isClear() && one.timesFaster() < 1).count();
    double mean =
        Math.exp(
            ratios.stream().mapToDouble(one -> Math.log(one.timesFaster())).average().orElse(0));
    List<String> peers = Subjects.peers(suite);
    return List.of(
        suite.suite(),
        Integer.toString(ratios.size()),
        Long.toString(faster),
        Long.toString(ratios.size() - faster - slower),
        Long.toString(slower),
        ratios.isEmpty() ? "-" : ComparisonTable.number(mean),
        peers.isEmpty() ? "no peer measured" : String.join(", ", peers));
  }
}
