package org.armci4j.benchmarks.page;

import java.util.List;
import org.armci4j.benchmarks.report.Changes;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;

/** Shows results as one page that needs nothing else. */
final class ReportPage {
  /** Names of facts in the results: what kind of report it was, and on how many ranks. */
  static final String RUN = "run";

  static final String RANKS = "ranks";

  /** Value of {@link #RUN}. */
  static final String QUICK = "quick";

  private static final String TITLE = "armci4j beside its peers";

  private static final String CHANGE_RULE =
      "A figure has changed when the ratio of each round to the old median is beyond the noise"
          + " beside it, both as it is and divided by a control. The control is the ratio of the"
          + " peers' times at the same point. For short calls without a peer it is that of a cache"
          + " line's time from core to core. A run that compares measures a suite with a slower"
          + " figure up to twice more, and each round counts.";

  private final Markup page = Markup.page(TITLE, PlotStyle.ofPage());
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
    results.warnings().forEach(warning -> page.element("p", warning, "class", "warning"));
    page.element(
        "p",
        "The same work by armci4j and by other systems on one machine, each in its turn. A ratio"
            + " above 1 says how many times faster armci4j was than the best of the others."
            + " Compared are the times that another system has too; memory is shown below without"
            + " a ratio.");
    drawSummary();
    if (changes != null) {
      drawChanges(changes);
    }
    results.suites().forEach(this::drawSuite);
    drawMachine();
    return page.end();
  }

  private void drawSummary() {
    page.open("div", "class", "scroll").open("table", "class", "words summary");
    drawRow("th", SuiteSummary.TITLES);
    results.suites().forEach(suite -> drawRow("td", new SuiteSummary(suite).cells()));
    page.close().close();
    results.remarks().forEach(remark -> page.element("p", remark, "class", "quiet remark"));
    page.element(
        "p",
        "Each time is the median of repetitions that last milliseconds; bands and lines reach from"
            + " the fastest repetition to the 90th percentile. In applications and launch each time"
            + " is the median of whole runs; one run is always even. A figure is even when these"
            + " ranges overlap, or when all values of one are equal. A put and an accumulate"
            + " include a fence. Where a suite measured armci4j after a mix of other calls, as in a"
            + " program that has run for a while, that is what is shown.");
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
    page.element("p", CHANGE_RULE, "class", "quiet");
    page.open("div", "class", "scroll").open("table", "class", "changes");
    drawRow(
        "th",
        List.of("suite", "operation", "new/old", "noise", "before", "after", "size", "ranks"));
    for (Changes.Change one : changes.all()) {
      page.open("tr", "class", one.isSlower() ? "slower" : "faster");
      page.element("td", one.suite()).element("td", one.after().operation());
      page.element("td", ComparisonTable.number(one.ratio()));
      page.element("td", ComparisonTable.number(one.noise()));
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
    drawCommand(suite.suite());
    SuitePlots plots = new SuitePlots(suite);
    drawLegend(plots.subjects());
    plots.all().stream().filter(PagePlot::isWide).forEach(plot -> plot.drawIn(page));
    page.open("div", "class", "plots");
    plots.all().stream().filter(plot -> !plot.isWide()).forEach(plot -> plot.drawIn(page));
    page.close().close();
  }

  /** Names the command that repeats a suite, where the results tell how it was measured. */
  private void drawCommand(String suite) {
    String ranks = results.machine().getOrDefault(RANKS, "");
    if (ranks.isEmpty()) {
      return;
    }
    boolean quick = results.machine().getOrDefault(RUN, "").equals(QUICK);
    String command = ReportParts.command(suite, quick, Integer.parseInt(ranks));
    if (!command.isEmpty()) {
      page.open("p", "class", "quiet").text("To repeat it alone: ").element("code", command);
      page.close();
    }
  }

  private void drawLegend(Subjects subjects) {
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
}
