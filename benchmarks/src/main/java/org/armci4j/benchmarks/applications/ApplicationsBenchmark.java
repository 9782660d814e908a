package org.armci4j.benchmarks.applications;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.driver.TimeLeft;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code applications}: examples that compute something and check it. Where a
 * program has two forms, its ranks put and get in the one, and send messages in the other.
 */
public final class ApplicationsBenchmark {
  private static final String SUITE = "applications";
  private static final int ROUNDS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private ApplicationsBenchmark() {}

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
        new SuiteCommandLine(SUITE, List.of())
            .timed()
            .without("--sizes", "--fresh", "--peers")
            .option("--rounds", "N", "Runs every program N times, " + ROUNDS + " if not said.")
            .option("--quick", null, "Smaller problems.");
    return new Suite(
        line,
        (said, job) -> {
          SuiteOptions options = said.options(List.of(job.size()));
          return new ApplicationsRun(
              said.number("--rounds", ROUNDS),
              said.within(),
              options.ranks(),
              options.chosen(
                  Application.all(options.quick()), Application::name, Application::name));
        });
  }

  /** A program on some ranks. */
  private record ApplicationJob(Application program, int ranks) {
    List<Measurement> run() {
      Command.Outcome outcome = Command.run(program.command(ranks), LIMIT);
      if (outcome.exitCode() != 0) {
        throw new IllegalStateException(
            Text.format(
                "%s ended with exit code %d:%n%s", this, outcome.exitCode(), outcome.lastLines()));
      }
      return program.figures(outcome.lines(), ranks);
    }

    @Override
    public String toString() {
      return Text.format("%s on %d ranks", program.name(), ranks);
    }
  }

  /** Runs every program in turn. */
  private record ApplicationsRun(
      int rounds, Duration within, List<Integer> ranks, List<Application> programs)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<ApplicationJob> jobs =
          ranks.stream()
              .flatMap(
                  count -> programs.stream().map(program -> new ApplicationJob(program, count)))
              .toList();
      TimeLeft left = new TimeLeft(rounds * jobs.size(), System.nanoTime(), within);
      for (int round = 1; round <= rounds; round++) {
        for (int i = 0; i < jobs.size(); i++) {
          if (!left.hasRoom(System.nanoTime())) {
            List<String> out =
                jobs.subList(i, jobs.size()).stream().map(ApplicationJob::toString).toList();
            return List.of(TimeLeft.remark(round, rounds, out));
          }
          report.add(jobs.get(i).run());
          left.step(System.nanoTime());
        }
      }
      return List.of();
    }

    @Override
    public String table(Report report) {
      return new ComparisonTable(report, JobMain.OWN, List.of(JobMain.BY_MESSAGES)).toString();
    }
  }
}
