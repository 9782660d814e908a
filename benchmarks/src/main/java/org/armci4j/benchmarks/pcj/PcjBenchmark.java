package org.armci4j.benchmarks.pcj;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code pcj}: figures of the suite {@code network} on two ranks, beside PCJ.
 * Measures nothing where PCJ is missing.
 */
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
    suite().run(args);
  }

  /** Returns the suite. */
  public static Suite suite() {
    SuiteCommandLine line =
        NetworkLine.addOptions(
            new SuiteCommandLine(SUITE, List.of())
                .timed()
                .without("--peers", "--fresh", "--ranks"));
    return new Suite(line, PcjBenchmark::plan);
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
      Optional<PcjPeer> peer = PcjPeer.find(network.hosts());
      if (peer.isEmpty()) {
        return List.of(PcjPeer.missing());
      }
      String unusable = NetworkLine.missing(network.transport());
      if (!unusable.isEmpty()) {
        return List.of(
            Text.format(
                "%s is not measured, for transport %s: %s",
                PcjPeer.NAME, network.transport(), unusable));
      }
      System.err.println("measured over " + network.what());
      List<Subject> subjects = List.of(network.subject(NetworkRank.class), peer.get().subject());
      return NetworkBenchmark.inTurns(subjects, points, options, RANKS, report);
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
