package org.armci4j.lab.protocol;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.verbs.VerbsDevice;

/**
 * Runs the suite {@code protocols}: {@link ProtocolRank} on two ranks. Prints a table for each row
 * of the paper's table. Over an RDMA device, joined with itself on one host, it measures all rows;
 * over a network, only the share of a transfer's time in which a rank can compute.
 */
public final class ProtocolBenchmark {
  private static final String SUITE = "protocols";
  private static final String ROWS = "--rows";
  private static final String ROUNDS = "--rounds";
  private static final String NETWORK = "--network";
  private static final Duration LIMIT = Duration.ofHours(1);
  private static final double NANOS_PER_MICRO = 1000;

  private ProtocolBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line =
        SuiteCommandLine.withoutOptions(SUITE)
            .option(
                ROWS,
                "LIST",
                "Some of "
                    + String.join(", ", rows())
                    + "; all if not said: protocols against each other in one job of two threads,"
                    + " whose runtime is opened anew for each.")
            .option(
                ROUNDS, "N", "Measures N times, 1 if not said, behind a first that is left out.")
            .option(
                NETWORK,
                null,
                "Between two hosts instead of an RDMA device and itself: what can be computed in"
                    + " while a transfer goes on.");
    new Suite(NetworkLine.addOptions(line), ProtocolBenchmark::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    int rounds = line.number(ROUNDS, 1);
    if (line.has(NETWORK)) {
      return BetweenHosts.of(
          line,
          network ->
              new ProtocolRun(
                  network.subject(ProtocolRank.class),
                  network.transport(),
                  List.of("R12"),
                  rounds));
    }
    List<String> rows = line.has(ROWS) ? List.of(line.value(ROWS).split(",", -1)) : rows();
    for (String row : rows) {
      if (!rows().contains(row)) {
        throw new IllegalArgumentException("--rows: there is no " + row);
      }
    }
    Subject subject = JobMain.subject(ProtocolRank.class, true, VerbsDevice.options());
    return new ProtocolRun(subject, "verbs", rows, rounds);
  }

  /** Returns the names of all rows that are measured over an RDMA device. */
  private static List<String> rows() {
    return Arrays.stream(VerbsRow.values()).map(Enum::name).toList();
  }

  /** Runs one job for all rows. */
  private record ProtocolRun(Subject subject, String transport, List<String> rows, int rounds)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> arguments =
          Stream.concat(Stream.of(transport, Integer.toString(rounds)), rows.stream()).toList();
      return new Runner(List.of(subject), arguments, report)
          .within(LIMIT)
          .showing()
          .inFreshJobs(1, List.of(2));
    }

    @Override
    public String table(Report report) {
      StringBuilder text = new StringBuilder();
      tables(report.merged())
          .forEach((row, table) -> text.append(Text.format("%n%s%n%s", row, table)));
      return text.toString();
    }
  }

  /**
   * Returns a table for each of the paper's rows: a line for each operation and size, a column for
   * each protocol.
   */
  private static Map<String, TextTable> tables(List<Measurement> figures) {
    Map<String, TextTable> tables = new LinkedHashMap<>();
    Map<String, List<Measurement>> byRow = new LinkedHashMap<>();
    figures.forEach(one -> byRow.computeIfAbsent(row(one), _ -> new ArrayList<>()).add(one));
    byRow.forEach((row, some) -> tables.put(row + ", us where nothing else is said", table(some)));
    return tables;
  }

  private static String row(Measurement one) {
    return one.operation().substring(0, one.operation().indexOf('-'));
  }

  private static TextTable table(List<Measurement> figures) {
    Set<String> ways = new LinkedHashSet<>();
    Map<String, Map<String, String>> lines = new LinkedHashMap<>();
    for (Measurement one : figures) {
      ways.add(one.subject());
      lines
          .computeIfAbsent(one.operation() + " " + one.sizeBytes(), _ -> new LinkedHashMap<>())
          .put(one.subject(), text(one));
    }
    TextTable table = new TextTable();
    table.add(Stream.concat(Stream.of("operation, bytes"), ways.stream()).toList());
    lines.forEach(
        (name, cells) ->
            table.add(
                Stream.concat(
                        Stream.of(name), ways.stream().map(way -> cells.getOrDefault(way, "-")))
                    .toList()));
    return table;
  }

  private static String text(Measurement one) {
    return one.unit().equals(Measurement.NANOS)
        ? Text.format("%.2f", one.median() / NANOS_PER_MICRO)
        : Text.format("%.3f", one.median());
  }
}
