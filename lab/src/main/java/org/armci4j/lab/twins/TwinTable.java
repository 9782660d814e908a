package org.armci4j.lab.twins;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** Prints each algorithm over puts beside the same algorithm over messages. */
final class TwinTable {
  private static final String ROW = "%-38s %5s %8s %13s %13s %7s%n";

  private final List<Measurement> figures;
  private final List<TwinPoint> points;

  TwinTable(Report report, List<TwinPoint> points) {
    this.figures = report.merged();
    this.points = List.copyOf(points);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(ROW, "algorithm", "ranks", "bytes", "one-sided ns", "messages ns", "ratio"));
    for (TwinPoint point : points) {
      if (!point.byMessages()) {
        figures.stream()
            .filter(one -> isOf(one, point))
            .forEach(one -> other(point, one).ifPresent(two -> text.append(row(one, two))));
      }
    }
    return text.toString();
  }

  private static boolean isOf(Measurement one, TwinPoint point) {
    return one.operation().equals(point.name())
        && one.sizeBytes() == point.sizeBytes()
        && one.unit().equals(Measurement.NANOS);
  }

  private Optional<Measurement> other(TwinPoint point, Measurement one) {
    return figures.stream()
        .filter(two -> isOf(two, point.twin()) && two.ranks() == one.ranks())
        .findFirst();
  }

  private static String row(Measurement one, Measurement two) {
    return Text.format(
        ROW,
        one.operation(),
        Integer.toString(one.ranks()),
        Long.toString(one.sizeBytes()),
        number("%.0f", one.median()),
        number("%.0f", two.median()),
        number("%.2f", two.median() / one.median()));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
