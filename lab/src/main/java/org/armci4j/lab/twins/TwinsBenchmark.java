package org.armci4j.lab.twins;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code twins}: every algorithm of the collectives over puts and over messages. It
 * shows the worth of the mechanism apart from the algorithm.
 */
public final class TwinsBenchmark {
  private static final String SUITE = "twins";
  private static final String ALGORITHM = "--algorithm";
  private static final String NEW_BUFFERS = "--new-buffers";
  private static final List<Integer> RANKS = List.of(2, 4, 8);

  /** Far above the time of the two barriers. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private TwinsBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line =
        new SuiteCommandLine(SUITE, List.of())
            .without("--peers", "--fresh")
            .option("--ranks", "LIST", "Numbers of ranks; 2,4,8 if not said.")
            .option(ALGORITHM, "LIST", "Only these, in the operations that have them.")
            .option(
                NEW_BUFFERS,
                null,
                "Each call has buffers that no call had before, which long messages register each"
                    + " for itself; counts registrations where there is an RDMA device.")
            .option(
                BetweenHosts.OPTION,
                null,
                "Half of the ranks on each of two hosts, both mechanisms over the network between"
                    + " them.");
    new Suite(NetworkLine.addOptions(line), TwinsBenchmark::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(RANKS);
    String algorithms = line.value(ALGORITHM);
    List<TwinPoint> points =
        TwinPoints.of(options, algorithms == null ? null : List.of(algorithms.split(",", -1)));
    boolean newBuffers = line.has(NEW_BUFFERS);
    return BetweenHosts.isAskedFor(line)
        ? BetweenHosts.of(
            line,
            network -> new TwinsRun(options, points, newBuffers, network.subject(TwinsRank.class)))
        : new TwinsRun(
            options, points, newBuffers, JobMain.subject(TwinsRank.class, job.isInOneJvm()));
  }

  /** Runs the jobs. */
  private record TwinsRun(
      SuiteOptions options, List<TwinPoint> points, boolean newBuffers, Subject subject)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> arguments = new ArrayList<>(List.of(Boolean.toString(newBuffers)));
      arguments.addAll(
          options.arguments(
              REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, TwinPoint::toArgument));
      return new Runner(List.of(subject), arguments, report)
          .inFreshJobs(options.rounds(), options.ranks());
    }

    @Override
    public String table(Report report) {
      return new TwinTable(report, points).toString();
    }
  }
}
