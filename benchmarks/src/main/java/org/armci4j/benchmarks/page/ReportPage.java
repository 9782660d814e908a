package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.collectives.OverlapTable;
import org.armci4j.benchmarks.report.Changes;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.bootstrap.text.Text;

/**
 * Shows results as one page of HTML that needs nothing else: no script, no font, no other file. Its
 * colours follow the reader's choice of light or dark, and paper.
 */
final class ReportPage {
  private static final String TITLE = "armci4j beside its peers";
  private static final String STYLE = "/META-INF/armci/report.css";
  private static final int ROWS_OF_PLOT = 9;

  private final Markup page = new Markup();
  private final Results results;
  private final Subjects subjects;

  private ReportPage(Results results) {
    this.results = results;
    this.subjects = new Subjects(results.suites());
  }

  /**
   * Returns the page.
   *
   * @param results the figures
   * @param changes what changed since an older run; null if there is none to compare with
   */
  static String of(Results results, Changes changes) {
    return new ReportPage(results).draw(changes);
  }

  private String draw(Changes changes) {
    page.open("html", "lang", "en").open("head").open("meta", "charset", "utf-8").close();
    page.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").close();
    page.element("title", TITLE).element("style", style()).close();
    page.open("body").element("h1", TITLE);
    results.warnings().forEach(warning -> page.element("p", warning, "class", "warning"));
    drawSummary();
    if (changes != null) {
      drawChanges(changes);
    }
    results.suites().forEach(this::drawSuite);
    drawMachine();
    return page.close().close().toString();
  }

  private static String style() {
    try (InputStream in = ReportPage.class.getResourceAsStream(STYLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + STYLE, e);
    }
  }

  private void drawSummary() {
    page.open("div", "class", "scroll").open("table");
    drawRow("th", SuiteSummary.TITLES);
    results.suites().forEach(suite -> drawRow("td", new SuiteSummary(suite).cells()));
    page.close().close();
    page.element(
        "p",
        "Each time is the median of repetitions that last milliseconds; bands and lines reach from"
            + " the fastest repetition to the 90th percentile. A figure is even when these ranges"
            + " overlap. A put and an accumulate include a fence. Where a suite measured armci4j"
            + " after a mix of other calls, as in a program that has run for a while, that is what"
            + " is shown.");
  }

  private void drawRow(String element, List<String> cells) {
    page.open("tr");
    cells.forEach(cell -> page.element(element, cell));
    page.close();
  }

  private void drawMachine() {
    page.open("section").element("h2", "machine").open("dl");
    results
        .machine()
        .forEach((name, value) -> page.element("dt", name).element("dd", value));
    page.close();
    results.remarks().forEach(remark -> page.element("p", remark));
    page.close();
  }

  private void drawChanges(Changes changes) {
    page.open("section").element("h2", "changes").element("p", changes.summary());
    page.open("div", "class", "scroll").open("table");
    drawRow("th", List.of("suite", "operation", "bytes", "ranks", "before", "after", "ratio"));
    for (Changes.Change one : changes.all()) {
      page.open("tr", "class", one.isSlower() ? "slower" : "faster");
      page.element("td", one.suite()).element("td", one.after().operation());
      page.element("td", Long.toString(one.after().sizeBytes()));
      page.element("td", Integer.toString(one.after().ranks()));
      page.element("td", Quantity.time(one.before().median()));
      page.element("td", Quantity.time(one.after().median()));
      page.element("td", PeerRatio.number(one.ratio())).close();
    }
    page.close().close().close();
  }

  private void drawSuite(Report suite) {
    page.open("section").element("h2", suite.suite());
    page.element("p", ReportParts.describe(suite.suite()));
    List<String> shown = Subjects.shown(suite);
    drawLegend(shown);
    List<PeerRatio> ratios = PeerRatio.of(suite);
    if (!ratios.isEmpty()) {
      new HeatMap(ratios).draw(page);
    }
    page.open("div", "class", "plots");
    drawPlots(suite, shown);
    List<Measurement> shares = ordered(new OverlapTable(suite).shares(), shown);
    drawDots(new DotPlot(subjects, true), "overlap with computing", shares);
    page.close().close();
  }

  private void drawLegend(List<String> shown) {
    page.open("ul", "class", "legend");
    for (String subject : shown) {
      page.open("li").open("svg", "viewBox", "0 0 28 12", "width", "28", "height", "12");
      String style = subjects.style(subject);
      page.open("path", "class", "curve " + style, "d", "M0,6h28").close();
      page.open("path", "class", "mark " + style, "d", subjects.mark(subject, 14, 6)).close();
      page.close().text(" " + Subjects.label(subject)).close();
    }
    page.close();
  }

  /** Returns the figures of the shown subjects, subject by subject. */
  private static List<Measurement> ordered(List<Measurement> figures, List<String> shown) {
    return shown.stream()
        .flatMap(name -> figures.stream().filter(one -> one.subject().equals(name)))
        .toList();
  }

  private void drawPlots(Report suite, List<String> shown) {
    Map<String, List<Measurement>> operations =
        suite.merged().stream()
            .filter(one -> one.unit().equals(Measurement.NANOS))
            .filter(one -> !one.operation().endsWith(OverlapTable.UNCOVERED))
            .filter(one -> shown.contains(one.subject()))
            .collect(
                Collectors.groupingBy(
                    one -> Text.format("%s, %d ranks", one.operation(), one.ranks()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Measurement> single = new ArrayList<>();
    operations.forEach(
        (name, figures) -> {
          if (figures.stream().map(Measurement::sizeBytes).distinct().count() == 1) {
            single.addAll(ordered(figures, shown));
          } else {
            drawCurves(suite, name, ordered(figures, shown));
          }
        });
    drawDots(new DotPlot(subjects, false), "time", single);
  }

  private void drawCurves(Report suite, String name, List<Measurement> figures) {
    List<Measurement> sorted =
        figures.stream().sorted(Comparator.comparingLong(Measurement::sizeBytes)).toList();
    new CurvePlot(subjects, false).draw(page, name + ": time", sorted);
    if (ReportParts.hasBandwidth(suite.suite())) {
      new CurvePlot(subjects, true).draw(page, name + ": bandwidth", sorted);
    }
  }

  /** Draws figures by the name of their operation, a few operations a plot. */
  private void drawDots(DotPlot plot, String title, List<Measurement> figures) {
    boolean sized = figures.stream().map(Measurement::unit).anyMatch(OverlapTable.PERCENT::equals);
    Map<String, List<Measurement>> rows =
        figures.stream()
            .collect(
                Collectors.groupingBy(
                    one -> rowName(one, sized), LinkedHashMap::new, Collectors.toList()));
    List<String> names = List.copyOf(rows.keySet());
    for (int first = 0; first < names.size(); first += ROWS_OF_PLOT) {
      List<String> some = names.subList(first, Math.min(names.size(), first + ROWS_OF_PLOT));
      plot.draw(
          page,
          title + (names.size() > ROWS_OF_PLOT ? " (" + (first / ROWS_OF_PLOT + 1) + ")" : ""),
          some.stream().flatMap(name -> rows.get(name).stream()).toList(),
          one -> rowName(one, sized));
    }
  }

  private static String rowName(Measurement one, boolean sized) {
    String size = sized ? ", " + Quantity.size(one.sizeBytes()) : "";
    return Text.format("%s%s, %d ranks", one.operation(), size, one.ranks());
  }
}
