package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
   * The outcome of a run.
   *
   * @param report the figures
   * @param table the figures as text for people
   * @param remarks remarks for the reader
   */
  public record MeasuredSuite(Report report, String table, List<String> remarks) {
    /** Prints the table and the remarks. */
    public void print() {
      System.out.print(table);
      remarks.forEach(System.out::println);
    }
  }

  /**
   * Measures as part of a larger run.
   *
   * @param job the membership of this rank, which is rank 0
   * @param name the report's name
   * @param args the suite's command line
   * @throws IllegalStateException when this system fails
   * @throws IOException when a program cannot be started
   */
  public MeasuredSuite measure(Membership job, String name, String... args) throws IOException {
    return measure(planner.plan(line.read(args), job), name);
  }

  private static MeasuredSuite measure(SuiteRun planned, String name) throws IOException {
    Report report = new Report(name);
    try (SuiteRun run = planned) {
      List<String> remarks = run.measure(report);
      return new MeasuredSuite(report, run.table(report), remarks);
    }
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
    PageTable table = null;
    SuiteRun planned = null;
    try {
      if (line.read(args).asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      aims = line.has(SuiteCommandLine.AIMS) ? Aims.read(line.path(SuiteCommandLine.AIMS)) : null;
      if (line.has(SuiteCommandLine.JSON)) {
        SuiteCommandLine.requireWritable(line.path(SuiteCommandLine.JSON));
      }
      if (line.has(SuiteCommandLine.TABLE)) {
        table = PageTable.in(line.path(SuiteCommandLine.TABLE), job.size(), line.suite(), args);
      }
      planned = planner.plan(line, job);
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse(line.suite(), mistake);
    }
    MeasuredSuite measured = measure(planned, line.suite());
    Report report = measured.report();
    Path json = line.path(SuiteCommandLine.JSON);
    if (json != null) {
      JsonReport.write(report, json);
    }
    measured.print();
    if (table != null) {
      table.write(RunFacts.of(RunFacts.home()), measured);
    }
    if (aims != null && !aims.check(report, System.out)) {
      System.exit(MISSED);
    }
  }
}
