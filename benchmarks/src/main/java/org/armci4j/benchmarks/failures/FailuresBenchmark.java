package org.armci4j.benchmarks.failures;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;

/**
 * Runs the suite {@code failures}: short calls in jobs that would go on without failed ranks,
 * beside jobs that would end, and partner checkpoints beside contiguous puts of the same bytes. No
 * rank fails.
 *
 * <p>{@code save} lasts until the copies are at the partners; {@code put-by-all} is a put with a
 * fence and a barrier. In both all ranks move their bytes at once, from native memory of which
 * every page has changed. The put of 8 bytes includes a fence.
 */
public final class FailuresBenchmark {
  private static final String SUITE = "failures";
  private static final String CONTINUE = "continue";
  private static final String ABORT = "abort";
  private static final List<Integer> RANKS = List.of(2, 4);
  private static final long REPETITION_NANOS = 5_000_000;
  private static final int REPETITIONS = 21;
  private static final int QUICK_REPETITIONS = 5;

  private FailuresBenchmark() {}

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
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
        NetworkLine.addOptions(new SuiteCommandLine(SUITE, List.of()))
            .without("--sizes", "--peers", "--fresh")
            .option("--ranks", "LIST", "Numbers of ranks; 2,4 if not said.")
            .option(BetweenHosts.OPTION, null, "Between two hosts instead of within one.")
            .footer("", "Operations: " + String.join(", ", FailurePoint.OPERATIONS) + ".");
    return new Suite(line, FailuresBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(RANKS);
    List<FailurePoint> points =
        options.chosen(FailurePoint.ALL, FailurePoint::operation, FailurePoint::toArgument);
    return BetweenHosts.isAskedFor(line)
        ? BetweenHosts.of(
            line, network -> new FailuresRun(options, points, network.subject(FailuresRank.class)))
        : new FailuresRun(options, points, JobMain.subject(FailuresRank.class, false));
  }

  /** Measures both kinds of jobs in turn. */
  private record FailuresRun(SuiteOptions options, List<FailurePoint> points, Subject own)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> arguments =
          options.arguments(
              REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, FailurePoint::toArgument);
      return new Runner(List.of(told(own, CONTINUE), told(own, ABORT)), arguments, report)
          .inFreshJobs(options.rounds(), options.ranks());
    }

    /** Returns a system whose launcher and ranks are told what a failure does. */
    private static Subject told(Subject own, String onFailure) {
      String variable = BootstrapSettings.ON_FAILURE.environmentName() + "=" + onFailure;
      return new Subject(
          onFailure,
          ranks ->
              Stream.concat(Stream.of("env", variable), own.launch().apply(ranks).stream())
                  .toList());
    }

    @Override
    public String table(Report report) {
      return new ComparisonTable(report, CONTINUE, List.of(ABORT))
          + new SaveTable(report, CONTINUE).toString();
    }
  }
}
