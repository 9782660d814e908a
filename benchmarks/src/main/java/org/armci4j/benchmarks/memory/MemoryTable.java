package org.armci4j.benchmarks.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;

/**
 * Prints the memory of a rank in KiB: a line for each figure of a system, a column for each number
 * of ranks, and what a further rank adds, from the fewest ranks above one to the most.
 */
final class MemoryTable {
  private static final double KIBIBYTE = 1024;

  private final Report report;

  MemoryTable(Report report) {
    this.report = report;
  }

  /** Returns the table with a line end after each row. */
  @Override
  public String toString() {
    List<Integer> ranks =
        report.merged().stream().map(Measurement::ranks).distinct().sorted().toList();
    TextTable table = new TextTable();
    List<String> header = new ArrayList<>(List.of("KiB of a rank", "system"));
    ranks.forEach(one -> header.add(one + (one == 1 ? " rank" : " ranks")));
    header.add("a further rank");
    table.add(header);
    Map<String, List<Measurement>> rows =
        report.merged().stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.operation() + " " + one.subject(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    rows.values().forEach(row -> table.add(cells(row, ranks)));
    return table.toString();
  }

  private static List<String> cells(List<Measurement> row, List<Integer> ranks) {
    Measurement first = row.getFirst();
    List<String> cells = new ArrayList<>(List.of(first.operation(), first.subject()));
    for (int count : ranks) {
      cells.add(
          row.stream()
              .filter(one -> one.ranks() == count)
              .map(one -> ComparisonTable.number(one.median() / KIBIBYTE))
              .findFirst()
              .orElse("-"));
    }
    cells.add(further(row));
    return cells;
  }

  /** Returns by how much the memory grows with each rank. */
  private static String further(List<Measurement> row) {
    List<Measurement> several =
        row.stream()
            .filter(one -> one.ranks() > 1)
            .sorted(Comparator.comparingInt(Measurement::ranks))
            .toList();
    if (several.size() < 2) {
      return "-";
    }
    Measurement few = several.getFirst();
    Measurement many = several.getLast();
    double bytes = (many.median() - few.median()) / (many.ranks() - few.ranks());
    return (bytes < 0 ? "-" : "") + ComparisonTable.number(Math.abs(bytes) / KIBIBYTE);
  }
}
