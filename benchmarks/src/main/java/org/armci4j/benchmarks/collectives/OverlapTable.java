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
public final class OverlapTable {
  /** Unit of a share. */
  private static final String PERCENT = "%";

  private final Report report;
  private final List<Measurement> figures;

  /**
   * Creates the table of a report.
   *
   * @param report the figures
   */
  public OverlapTable(Report report) {
    this.report = report;
    this.figures = report.merged();
  }

  /** Returns the table with a line for each subject; empty without overlapped calls. */
  @Override
  public String toString() {
    TextTable table = new TextTable();
    shares().forEach(share -> table.add(row(share)));
    return table.toString();
  }

  /** Returns the covered shares in percent; empty without overlapped calls. */
  public List<Measurement> shares() {
    return figures.stream()
        .filter(one -> one.operation().endsWith(CollectivePoint.UNCOVERED))
        .flatMap(rest -> started(rest).map(whole -> share(rest, whole)).stream())
        .toList();
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

  private Measurement share(Measurement rest, Measurement whole) {
    double covered = 100 * Math.max(0, 1 - report.ratio(rest, whole));
    return new Measurement(
        rest.subject(),
        whole.operation(),
        rest.sizeBytes(),
        rest.ranks(),
        PERCENT,
        covered,
        covered,
        covered);
  }

  private static List<String> row(Measurement share) {
    return List.of(
        share.operation(),
        Long.toString(share.sizeBytes()),
        Text.format("%d ranks", share.ranks()),
        share.subject(),
        Text.format("overlap %.0f %%", share.median()));
  }
}
