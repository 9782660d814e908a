package org.armci4j.lab.pcj;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
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
  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;
  private static final long REPETITION_NANOS = 20_000_000;
  private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(30);
  private static final Duration FIGURE_LIMIT = Duration.ofSeconds(60);

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
    return new PcjRun(options, NetworkLine.of(line), points, new ArrayList<>());
  }

  private record PcjRun(
      SuiteOptions options, NetworkLine network, List<Point> points, List<String> remarks)
      implements SuiteRun {
    @Override
    public void measure(Report report) {
      List<Subject> subjects = new ArrayList<>(List.of(network.subject(NetworkRank.class)));
      PcjPeer.find(network.hosts())
          .ifPresentOrElse(
              peer -> subjects.add(peer.subject()), () -> remarks.add(PcjPeer.missing()));
      int repetitions = options.quick() ? QUICK_REPETITIONS : REPETITIONS;
      NetworkPlan plan = new NetworkPlan(repetitions, REPETITION_NANOS, points);
      Runner runner =
          new Runner(subjects, plan.toArguments(), report)
              .within(WARM_UP_LIMIT.multipliedBy(1 + points.size()));
      runner.inTurns(points.size(), FIGURE_LIMIT, options.rounds(), RANKS);
      remarks.addAll(runner.problems());
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
