package org.armci4j.benchmarks.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/** Runs {@link ProtocolRank} on two ranks and prints a table for each row of the paper's. */
public final class ProtocolBenchmark {
  private static final double NANOS_PER_MICRO = 1000;

  private ProtocolBenchmark() {}

  /** The names of all rows that are measured over an RDMA device. */
  public static List<String> rows() {
    return Arrays.stream(VerbsRow.values()).map(Enum::name).toList();
  }

  /**
   * Runs the job.
   *
   * @param job runs {@link ProtocolRank} on two ranks
   * @param transport its name
   * @param rows what is measured
   * @param rounds how often, behind a first time that does not count
   * @param json where the figures are written too, or null
   * @throws IOException when the job cannot be started, or the file not be written
   */
  public static void run(
      List<String> job, String transport, List<String> rows, int rounds, Path json)
      throws IOException {
    List<String> command =
        Stream.of(job, List.of(transport, Integer.toString(rounds)), rows)
            .flatMap(List::stream)
            .toList();
    Report report = new Report("protocols");
    Process running =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = running.inputReader()) {
      boolean counts = false;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        counts |= FigureLines.isBegin(line);
        if (FigureLines.isFigure(line)) {
          System.err.println(line);
          if (counts) {
            report.add(List.of(FigureLines.parse(line)));
          }
        } else {
          System.out.println(line);
        }
      }
    }
    tables(report.merged())
        .forEach((row, table) -> System.out.printf(Locale.ROOT, "%n%s%n%s", row, table));
    ProtocolAims.lines(report.merged()).forEach(System.out::println);
    if (json != null) {
      JsonReport.write(report, json);
    }
  }

  /** By the paper's rows: a line an operation and size, a column for each way. */
  private static Map<String, TextTable> tables(List<Measurement> figures) {
    Map<String, TextTable> tables = new LinkedHashMap<>();
    Map<String, List<Measurement>> byRow = new LinkedHashMap<>();
    figures.forEach(one -> byRow.computeIfAbsent(row(one), _ -> new ArrayList<>()).add(one));
    byRow.forEach((row, some) -> tables.put(row + ", us where nothing else is said", table(some)));
    return tables;
  }

  private static String row(Measurement one) {
    return one.operation().substring(0, one.operation().indexOf(' '));
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
