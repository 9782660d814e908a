package org.armci4j.benchmarks.cold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Rounds;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Suite {@code cold}: what a program meets that has just started. Each operation gets a fresh job,
 * and the time of its first call, of its first thousand, of its first twenty thousand, and how long
 * it takes until a call is as fast as it will be. There are no peers: what is compiled beforehand
 * has nothing of the kind.
 */
public final class ColdBenchmark {
  private static final long NANOS = 3_000_000_000L;
  private static final long QUICK_NANOS = 200_000_000;

  private ColdBenchmark() {}

  /**
   * Runs the suite. Rank 0 of the job does, the others end at once: every measurement is a fresh
   * job, which rank 0 starts.
   *
   * @param args see {@code --help}
   * @throws IOException when the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Membership job = Membership.current();
    if (job.rank() > 0) {
      return;
    }
    SuiteOptions options;
    List<ColdPoint> points;
    try {
      SuiteCommandLine line = new SuiteCommandLine("cold", List.of()).without("--peers", "--fresh");
      line.read(args);
      if (line.asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      options = line.options(List.of(job.size()));
      points = points(options);
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse("cold", mistake);
      return;
    }
    run(options, points, job.isInOneJvm());
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

  private static void run(SuiteOptions options, List<ColdPoint> points, boolean threads)
      throws IOException {
    Subject own = JobMain.subject(ColdRank.class, threads);
    Report report = new Report("cold");
    String nanos = Long.toString(options.quick() ? QUICK_NANOS : NANOS);
    for (ColdPoint point : points) {
      new Rounds(List.of(own), List.of(nanos, point.toArgument()), report)
          .run(options.rounds(), options.ranks());
    }
    if (options.json() != null) {
      JsonReport.write(report, options.json());
    }
    System.out.print(table(report, points, options.ranks()));
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
