package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Path;
import org.armci4j.benchmarks.report.Aims;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/**
 * A suite of {@code armci bench}. It runs on rank 0 of a job, which starts a job for every
 * measurement; the other ranks end at once.
 *
 * @param line its command line
 * @param planner turns the command line into a run
 */
public record Suite(SuiteCommandLine line, Planner planner) {
  private static final int MISSED = 1;

  /** Turns a command line into a run, without starting anything. */
  public interface Planner {
    /**
     * Plans a run.
     *
     * @param line the user's command line
     * @param job the membership of this rank
     * @throws IllegalArgumentException with a message for the user
     * @throws IOException when hosts cannot be prepared
     */
    SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException;
  }

  /**
   * Runs the suite and prints its figures. Ends the JVM after a mistake of the user, and when
   * figures miss the aims of {@code --aims}.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public void run(String... args) throws IOException {
    Membership job = Membership.current();
    if (job.rank() > 0) {
      return;
    }
    Aims aims = null;
    SuiteRun planned = null;
    try {
      if (line.read(args).asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      aims = line.has(SuiteCommandLine.AIMS) ? Aims.read(line.path(SuiteCommandLine.AIMS)) : null;
      planned = planner.plan(line, job);
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse(line.suite(), mistake);
    }
    Report report = new Report(line.suite());
    try (SuiteRun run = planned) {
      run.measure(report);
      Path json = line.path(SuiteCommandLine.JSON);
      if (json != null) {
        JsonReport.write(report, json);
      }
      System.out.print(run.table(report));
      run.remarks().forEach(System.out::println);
    }
    if (aims != null && !aims.check(report, System.out)) {
      System.exit(MISSED);
    }
  }
}
