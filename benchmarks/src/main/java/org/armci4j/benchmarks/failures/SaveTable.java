package org.armci4j.benchmarks.failures;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/** Prints the bandwidth of partner checkpoints beside that of contiguous puts. */
final class SaveTable {
  private final Report report;
  private final String subject;

  /**
   * Creates the table of a report.
   *
   * @param subject the subject whose figures count
   */
  SaveTable(Report report, String subject) {
    this.report = report;
    this.subject = subject;
  }

  /** Returns the table with a line end after each row; empty without saves. */
  @Override
  public String toString() {
    TextTable table = new TextTable();
    List<Measurement> saves =
        report.merged().stream()
            .filter(one -> FailurePoint.isSave(one.operation()))
            .filter(one -> one.subject().equals(subject))
            .sorted(
                Comparator.comparingInt(Measurement::ranks).thenComparing(Measurement::operation))
            .toList();
    if (!saves.isEmpty()) {
      table.add(
          List.of("operation", "bytes of each rank", "ranks", "put GB/s", "save GB/s", "save/put"));
    }
    for (Measurement save : saves) {
      put(save).ifPresent(put -> table.add(row(put, save)));
    }
    return table.toString();
  }

  private Optional<Measurement> put(Measurement save) {
    return report.merged().stream()
        .filter(one -> one.operation().equals(FailurePoint.PUT_BY_ALL))
        .filter(one -> one.subject().equals(subject) && one.ranks() == save.ranks())
        .filter(one -> one.sizeBytes() == save.sizeBytes())
        .findFirst();
  }

  private List<String> row(Measurement put, Measurement save) {
    return List.of(
        save.operation(),
        Long.toString(save.sizeBytes()),
        Integer.toString(save.ranks()),
        Text.format("%.2f", put.sizeBytes() / put.median()),
        Text.format("%.2f", save.sizeBytes() / save.median()),
        Text.format("%.2f", report.ratio(put, save)));
  }
}
