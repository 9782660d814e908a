package org.armci4j.benchmarks.cold;

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
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code cold}: the calls of a program that has just started. Each operation runs in
 * a fresh job. Its figures are the times of the first call, of the first thousand and of the first
 * twenty thousand calls, and the time until calls get no faster. The suite has no peers, as
 * programs compiled ahead of time have no such phase.
 */
public final class ColdBenchmark {
  private static final String SUITE = "cold";
  private static final long NANOS = 3_000_000_000L;
  private static final long QUICK_NANOS = 200_000_000;

  private ColdBenchmark() {}

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line = new SuiteCommandLine(SUITE, List.of()).without("--peers", "--fresh");
    new Suite(line, ColdBenchmark::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) {
    SuiteOptions options = line.options(List.of(job.size()));
    return new ColdRun(options, points(options), job.isInOneJvm());
  }

  private static List<ColdPoint> points(SuiteOptions options) {
    List<ColdPoint> chosen = new ArrayList<>();
    for (ColdPoint point : ColdPoint.ALL) {
      boolean named =
          options.operations() == null || options.operations().contains(point.operation());
      boolean sized =
          options.sizesBytes() == null || options.sizesBytes().contains(point.sizeBytes());
      if (named && sized) {
        chosen.add(point);
      }
    }
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException("no such operation and size; there are: " + names());
    }
    return chosen;
  }

  private static String names() {
    return String.join(", ", ColdPoint.ALL.stream().map(ColdPoint::toArgument).toList());
  }

  /** Runs a fresh job for every point. */
  private record ColdRun(SuiteOptions options, List<ColdPoint> points, boolean threads)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<Subject> own = List.of(JobMain.subject(ColdRank.class, threads));
      List<String> remarks = new ArrayList<>();
      String nanos = Long.toString(options.quick() ? QUICK_NANOS : NANOS);
      for (ColdPoint point : points) {
        remarks.addAll(
            new Runner(own, List.of(nanos, point.toArgument()), report)
                .inFreshJobs(options.rounds(), options.ranks()));
      }
      return remarks;
    }

    @Override
    public String table(Report report) {
      return ColdBenchmark.table(report, points, options.ranks()).toString();
    }
  }

  private static TextTable table(Report report, List<ColdPoint> points, List<Integer> ranks) {
    TextTable table = new TextTable();
    List<String> header = new ArrayList<>(List.of("operation", "bytes", "ranks"));
    for (ColdFigure figure : ColdFigure.values()) {
      header.add(figure.heading());
    }
    table.add(header);
    for (ColdPoint point : points) {
      for (int count : ranks) {
        table.add(row(report.merged(), point, count));
      }
    }
    return table;
  }

  private static List<String> row(List<Measurement> figures, ColdPoint point, int ranks) {
    List<String> cells =
        new ArrayList<>(
            List.of(point.operation(), Long.toString(point.sizeBytes()), Integer.toString(ranks)));
    for (ColdFigure figure : ColdFigure.values()) {
      figures.stream()
          .filter(one -> one.operation().equals(figure.nameOf(point)))
          .filter(one -> one.sizeBytes() == point.sizeBytes() && one.ranks() == ranks)
          .forEach(one -> cells.add(number(figure.inUnits(one.median()))));
    }
    return cells;
  }

  private static String number(double value) {
    return Text.format(value >= 100 ? "%,.0f" : "%.2f", value);
  }
}
