package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.collectives.OverlapTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** Makes all plots of one suite, for the page and for files alike. */
final class SuitePlots {
  private static final int ROWS_OF_PLOT = 9;

  private final Report suite;
  private final Subjects subjects;
  private final boolean severalRanks;
  private final List<PagePlot> all = new ArrayList<>();

  SuitePlots(Report suite) {
    this.suite = suite;
    this.subjects = new Subjects(suite);
    this.severalRanks = suite.merged().stream().map(Measurement::ranks).distinct().count() > 1;
    List<PeerRatio> ratios = PeerRatio.of(suite);
    if (!ratios.isEmpty()) {
      all.add(new HeatMap(ratios).plot());
    }
    addTimes();
    addCalls();
    addDots(
        DotPlot.ofShares(subjects),
        "overlap with computing",
        subjects.ordered(new OverlapTable(suite).shares()),
        one -> name(one) + ", " + Quantity.size(one.sizeBytes()),
        Dot::share);
    addValues(DotPlot.of(subjects, SuitePlots::size), "memory", memory(), SuitePlots::size);
  }

  /** Returns the plots, in the order of the page. */
  List<PagePlot> all() {
    return List.copyOf(all);
  }

  /** Returns the systems in them. */
  Subjects subjects() {
    return subjects;
  }

  /** Adds curves of the operations with several sizes, then all others as dots. */
  private void addTimes() {
    List<Measurement> single = new ArrayList<>();
    byName(times(), this::name)
        .forEach(
            (name, figures) -> {
              if (figures.stream().map(Measurement::sizeBytes).distinct().count() == 1) {
                single.addAll(figures);
              } else {
                addCurves(name, figures);
              }
            });
    addValues(DotPlot.of(subjects, Quantity::time), "time", single, Quantity::time);
  }

  private List<Measurement> times() {
    return subjects.ordered(
        suite.merged().stream()
            .filter(one -> one.unit().equals(Measurement.NANOS))
            .filter(one -> !one.operation().endsWith(CollectivePoint.UNCOVERED))
            .toList());
  }

  /** Returns the figures of bytes, but not what single calls allocate. */
  private List<Measurement> memory() {
    return subjects.ordered(
        suite.merged().stream()
            .filter(one -> one.unit().equals(Measurement.BYTES))
            .filter(one -> !one.operation().endsWith(Measurement.ALLOCATION))
            .toList());
  }

  private static String size(double bytes) {
    return Quantity.size((long) bytes);
  }

  private static <T> Map<String, List<T>> byName(List<T> figures, Function<T, String> name) {
    return figures.stream()
        .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the name of a figure's operation, with its ranks if there are several numbers. */
  private String name(Measurement one) {
    return severalRanks
        ? Text.format("%s, %d ranks", one.operation(), one.ranks())
        : one.operation();
  }

  private void addCurves(String name, List<Measurement> figures) {
    List<Measurement> sorted =
        figures.stream().sorted(Comparator.comparingLong(Measurement::sizeBytes)).toList();
    all.add(new CurvePlot(subjects, false).of(name + ": time", sorted));
    if (ReportParts.hasBandwidth(suite.suite())) {
      all.add(new CurvePlot(subjects, true).of(name + ": bandwidth", sorted));
    }
  }

  /** Adds the times of single calls, of each operation at its smallest size. */
  private void addCalls() {
    List<Measurement> measured = times().stream().filter(one -> one.calls() != null).toList();
    Map<String, Long> smallest =
        measured.stream()
            .collect(Collectors.toMap(Measurement::operation, Measurement::sizeBytes, Math::min));
    addDots(
        DotPlot.of(subjects, Quantity::time),
        "single calls: median, 99th and 99.9th percentile",
        measured.stream().filter(one -> one.sizeBytes() == smallest.get(one.operation())).toList(),
        one -> name(one) + (one.sizeBytes() > 0 ? ", " + Quantity.size(one.sizeBytes()) : ""),
        Dot::ofCalls);
  }

  private void addValues(
      DotPlot plot, String title, List<Measurement> figures, DoubleFunction<String> quantity) {
    addDots(plot, title, figures, this::name, one -> Dot.of(one, quantity));
  }

  /** Adds a row of dots for each name, a few rows a plot. */
  private void addDots(
      DotPlot plot,
      String title,
      List<Measurement> figures,
      Function<Measurement, String> name,
      Function<Measurement, Dot> dot) {
    List<Map.Entry<String, List<Dot>>> rows =
        byName(figures, name).entrySet().stream()
            .map(row -> Map.entry(row.getKey(), row.getValue().stream().map(dot).toList()))
            .toList();
    for (int first = 0; first < rows.size(); first += ROWS_OF_PLOT) {
      String part =
          rows.size() > ROWS_OF_PLOT ? Text.format(" (%d)", first / ROWS_OF_PLOT + 1) : "";
      all.add(
          plot.of(title + part, rows.subList(first, Math.min(rows.size(), first + ROWS_OF_PLOT))));
    }
  }
}
