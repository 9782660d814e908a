package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.armci4j.benchmarks.report.Changes;
import org.armci4j.benchmarks.report.ComparisonTable;
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

  private final Markup page = new Markup();
  private final Results results;

  private ReportPage(Results results) {
    this.results = results;
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
    page.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
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
    page.open("div", "class", "scroll").open("table", "class", "summary");
    drawRow("th", SuiteSummary.TITLES);
    results.suites().forEach(suite -> drawRow("td", new SuiteSummary(suite).cells()));
    page.close().close();
    results.remarks().forEach(remark -> page.element("p", remark, "class", "remark"));
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
    results.machine().forEach((name, value) -> page.element("dt", name).element("dd", value));
    page.close();
    page.close();
  }

  private void drawChanges(Changes changes) {
    page.open("section").element("h2", "changes").element("p", changes.summary());
    page.open("div", "class", "scroll").open("table", "class", "words");
    drawRow("th", List.of("suite", "operation", "new/old", "before", "after", "size", "ranks"));
    for (Changes.Change one : changes.all()) {
      page.open("tr", "class", one.isSlower() ? "slower" : "faster");
      page.element("td", one.suite()).element("td", one.after().operation());
      page.element("td", ComparisonTable.number(one.ratio()));
      page.element("td", Quantity.time(one.before().median()));
      page.element("td", Quantity.time(one.after().median()));
      page.element("td", Quantity.size(one.after().sizeBytes()));
      page.element("td", Integer.toString(one.after().ranks())).close();
    }
    page.close().close().close();
  }

  private void drawSuite(Report suite) {
    List<String> ranks =
        suite.merged().stream().map(one -> Integer.toString(one.ranks())).distinct().toList();
    page.open("section").element("h2", suite.suite());
    page.element(
        "p",
        Text.format(
            "%s On %s ranks.", ReportParts.describe(suite.suite()), String.join(" and ", ranks)));
    new SuiteSection(page, suite, ranks.size() > 1).draw();
    page.close();
  }
}
