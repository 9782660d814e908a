package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.collectives.OverlapTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** Draws the figures of one suite: a legend, the ratios to the best peer, and all plots. */
final class SuiteSection {
  private static final int ROWS_OF_PLOT = 9;

  private final Markup page;
  private final Report suite;
  private final Subjects subjects;
  private final boolean severalRanks;

  SuiteSection(Markup page, Report suite, boolean severalRanks) {
    this.page = page;
    this.suite = suite;
    this.subjects = new Subjects(suite);
    this.severalRanks = severalRanks;
  }

  void draw() {
    drawLegend();
    List<PeerRatio> ratios = PeerRatio.of(suite);
    HeatMap heat = new HeatMap(ratios);
    if (heat.isWide()) {
      heat.draw(page);
    }
    page.open("div", "class", "plots");
    if (!heat.isWide() && !ratios.isEmpty()) {
      heat.draw(page);
    }
    drawTimes();
    drawDots(
        new DotPlot(subjects, true),
        "overlap with computing",
        subjects.ordered(new OverlapTable(suite).shares()),
        one -> name(one) + ", " + Quantity.size(one.sizeBytes()));
    page.close();
  }

  private void drawLegend() {
    page.open("ul", "class", "legend");
    for (String subject : subjects.names()) {
      page.open("li").open("svg", "viewBox", "0 0 28 12", "width", "28", "height", "12");
      String style = subjects.style(subject);
      page.open("path", "class", "curve " + style, "d", "M0,6h28").close();
      page.open("path", "class", "mark " + style, "d", subjects.mark(subject, 14, 6)).close();
      page.close().text(" " + Subjects.label(subject)).close();
    }
    page.close();
  }

  /** Draws curves of the operations with several sizes, then all others as dots. */
  private void drawTimes() {
    List<Measurement> times =
        suite.merged().stream()
            .filter(one -> one.unit().equals(Measurement.NANOS))
            .filter(one -> !one.operation().endsWith(CollectivePoint.UNCOVERED))
            .toList();
    List<Measurement> single = new ArrayList<>();
    byName(subjects.ordered(times), this::name)
        .forEach(
            (name, figures) -> {
              if (figures.stream().map(Measurement::sizeBytes).distinct().count() == 1) {
                single.addAll(figures);
              } else {
                drawCurves(name, figures);
              }
            });
    drawDots(new DotPlot(subjects, false), "time", single, this::name);
  }

  private static Map<String, List<Measurement>> byName(
      List<Measurement> figures, Function<Measurement, String> name) {
    return figures.stream()
        .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the name of a figure's operation, with its ranks if there are several numbers. */
  private String name(Measurement one) {
    return severalRanks
        ? Text.format("%s, %d ranks", one.operation(), one.ranks())
        : one.operation();
  }

  private void drawCurves(String name, List<Measurement> figures) {
    List<Measurement> sorted =
        figures.stream().sorted(Comparator.comparingLong(Measurement::sizeBytes)).toList();
    new CurvePlot(subjects, false).draw(page, name + ": time", sorted);
    if (ReportParts.hasBandwidth(suite.suite())) {
      new CurvePlot(subjects, true).draw(page, name + ": bandwidth", sorted);
    }
  }

  /** Draws a row of dots for each name, a few rows a plot. */
  private void drawDots(
      DotPlot plot, String title, List<Measurement> figures, Function<Measurement, String> name) {
    List<Map.Entry<String, List<Measurement>>> rows = List.copyOf(byName(figures, name).entrySet());
    for (int first = 0; first < rows.size(); first += ROWS_OF_PLOT) {
      String part =
          rows.size() > ROWS_OF_PLOT ? Text.format(" (%d)", first / ROWS_OF_PLOT + 1) : "";
      plot.draw(
          page, title + part, rows.subList(first, Math.min(rows.size(), first + ROWS_OF_PLOT)));
    }
  }
}
