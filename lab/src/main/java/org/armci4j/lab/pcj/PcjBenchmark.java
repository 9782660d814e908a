package org.armci4j.lab.pcj;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.NetworkBenchmark;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.network.NetworkRank;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/** Runs the suite {@code pcj}: the figures of suite {@code network} on two ranks, beside PCJ. */
public final class PcjBenchmark {
  private static final String SUITE = "pcj";
  private static final int RANKS = 2;

  private PcjBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line =
        NetworkLine.addOptions(
            new SuiteCommandLine(SUITE, List.of()).without("--peers", "--fresh", "--ranks"));
    new Suite(line, PcjBenchmark::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(List.of(RANKS));
    List<Point> points =
        NetworkPlan.chosen(
            Stream.concat(NetworkBenchmark.ONE_SIDED.stream(), NetworkPlan.COLLECTIVES.stream())
                .toList(),
            options);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
    }
    return new PcjRun(options, NetworkLine.of(line), points);
  }

  private record PcjRun(SuiteOptions options, NetworkLine network, List<Point> points)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> remarks = new ArrayList<>();
      List<Subject> subjects = new ArrayList<>(List.of(network.subject(NetworkRank.class)));
      PcjPeer.find(network.hosts())
          .ifPresentOrElse(
              peer -> subjects.add(peer.subject()), () -> remarks.add(PcjPeer.missing()));
      remarks.addAll(NetworkBenchmark.inTurns(subjects, points, options, RANKS, report));
      return remarks;
    }

    @Override
    public String table(Report report) {
      return new ComparisonTable(report, JobMain.OWN, List.of(PcjPeer.NAME)).toString();
    }

    @Override
    public void close() throws IOException {
      network.close();
    }
  }
}
