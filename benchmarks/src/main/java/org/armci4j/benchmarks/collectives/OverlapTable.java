package org.armci4j.benchmarks.collectives;

import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/**
 * Prints which share of a nonblocking collective computing covers, as the OSU micro-benchmarks
 * define it: 1 less the uncovered share of start and wait.
 */
final class OverlapTable {
  private final Report report;
  private final List<Measurement> figures;

  OverlapTable(Report report) {
    this.report = report;
    this.figures = report.merged();
  }

  /** Returns the table with a line for each subject; empty without overlapped calls. */
  @Override
  public String toString() {
    TextTable table = new TextTable();
    for (Measurement rest : figures) {
      if (rest.operation().endsWith(CollectivePoint.UNCOVERED)) {
        started(rest).ifPresent(whole -> table.add(row(rest, whole)));
      }
    }
    return table.toString();
  }

  private Optional<Measurement> started(Measurement rest) {
    String operation =
        rest.operation()
            .substring(0, rest.operation().length() - CollectivePoint.UNCOVERED.length());
    return figures.stream()
        .filter(one -> one.operation().equals(operation + CollectivePoint.STARTED))
        .filter(one -> one.subject().equals(rest.subject()) && one.unit().equals(rest.unit()))
        .filter(one -> one.sizeBytes() == rest.sizeBytes() && one.ranks() == rest.ranks())
        .findFirst();
  }

  private List<String> row(Measurement rest, Measurement whole) {
    double covered = 100 * Math.max(0, 1 - report.ratio(rest, whole));
    return List.of(
        whole.operation(),
        Long.toString(rest.sizeBytes()),
        Text.format("%d ranks", rest.ranks()),
        rest.subject(),
        Text.format("overlap %.0f %%", covered));
  }
}
