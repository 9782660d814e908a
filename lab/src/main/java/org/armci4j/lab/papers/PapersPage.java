package org.armci4j.lab.papers;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.RunFacts;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/** Writes the page of the papers' figures. */
final class PapersPage {
  private static final int WIDTH = 120;
  private static final String NONE = "";
  private static final String NOT_MEASURED = "not measured";
  private static final double[] NANOS = {1e9, 1e6, 1e3, 1};
  private static final List<String> TIMES = List.of("s", "ms", "µs", "ns");

  private final KeptFigures figures;
  private final StringBuilder text = new StringBuilder();

  /**
   * Prepares a page.
   *
   * @param figures what was measured
   */
  PapersPage(KeptFigures figures) {
    this.figures = figures;
  }

  /** Returns the page. */
  String write() {
    text.setLength(0);
    line("# Results: the papers");
    line("");
    paragraph(
        "",
        "For readers who ask what the papers' headline figures are here. `./armci bench papers`"
            + " measures and writes this page, in a checkout"
            + " ([how](../lab.md#the-papers-on-one-page)). Where the end of the page names a"
            + " rate, links are limited to it, so that the wire decides and not the processor. Read"
            + " ratios, not times: *first / second* names both figures, and the ratio is the median"
            + " of the rounds' ratios.");
    line("");
    paragraph("", summary());
    PaperRows.ALL.forEach(this::section);
    runs();
    return text.toString();
  }

  private void line(String one) {
    text.append(one).append('\n');
  }

  /** Adds a paragraph, cut at blanks into lines of the pages' width; all but the first indented. */
  private void paragraph(String indent, String words) {
    StringBuilder one = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (one.length() + 1 + word.length() > WIDTH) {
        line(one.toString());
        one = new StringBuilder(indent).append(word);
      } else {
        one.append(one.isEmpty() ? "" : " ").append(word);
      }
    }
    line(one.toString());
  }

  private String summary() {
    Set<String> behind = new LinkedHashSet<>();
    int met = 0;
    int missed = 0;
    int open = 0;
    for (PaperRow row : PaperRows.rows()) {
      for (PaperRatio ratio : row.ratios()) {
        Optional<Double> value = value(ratio);
        if (ratio.aim() != null && value.isEmpty()) {
          open++;
        } else if (ratio.aim() != null && ratio.aim().isMet(value.get())) {
          met++;
        } else if (ratio.aim() != null) {
          missed++;
          behind.add(row.id());
        }
      }
    }
    String first = Text.format("Aims: %d met, %d missed, %d not measured.", met, missed, open);
    return behind.isEmpty() ? first : first + " Rows with an aim that is missed: " + list(behind);
  }

  private static String list(Collection<String> ids) {
    return String.join(", ", ids) + ".";
  }

  private void section(PaperSection section) {
    line("");
    line("## " + section.title());
    line("");
    paragraph("", "Paper: " + section.source() + ".");
    line("");
    for (PaperRow row : section.rows()) {
      String both = Text.format("The paper: %s Here: %s", row.claim(), row.remark());
      paragraph("  ", "- **" + row.id() + ".** " + both);
    }
    line("");
    line("| row | measure | figures | ratio | paper | aim |");
    line("|---|---|---|---:|---|---|");
    for (PaperRow row : section.rows()) {
      if (row.ratios().isEmpty()) {
        cells(row.id(), NONE, NOT_MEASURED, NONE, NONE, NONE);
      }
      row.ratios().forEach(ratio -> cells(row.id(), ratio));
    }
  }

  private void cells(String id, PaperRatio ratio) {
    Optional<Double> value = value(ratio);
    cells(
        id,
        ratio.measure(),
        value.isPresent() ? shown(ratio) : lacking(ratio),
        value.isPresent() && ratio.second() != null ? number(value.get()) : NONE,
        ratio.paper(),
        aim(ratio, value));
  }

  private void cells(String... cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private static String aim(PaperRatio ratio, Optional<Double> value) {
    if (ratio.aim() == null) {
      return NONE;
    }
    return value.isEmpty()
        ? ratio.aim().toString()
        : ratio.aim() + (ratio.aim().isMet(value.get()) ? ": met" : ": **missed**");
  }

  /** Returns a ratio, or a figure that stands alone; empty if a figure was not measured. */
  private Optional<Double> value(PaperRatio ratio) {
    return ratio.second() == null
        ? figures.find(ratio.first()).map(Measurement::median).filter(Double::isFinite)
        : figures.ratio(ratio.first(), ratio.second());
  }

  /** Returns that a ratio was not measured, with the reason if its experiment ran. */
  private String lacking(PaperRatio ratio) {
    Optional<PaperFigure> absent =
        Stream.of(ratio.first(), ratio.second())
            .filter(one -> one != null && figures.find(one).isEmpty())
            .findFirst();
    if (absent.isEmpty()) {
      return NOT_MEASURED + ": the second figure is 0";
    }
    PaperFigure figure = absent.get();
    return figures.run(figure.by()).isEmpty()
        ? NOT_MEASURED
        : NOT_MEASURED + Text.format(": no figure of %s, %s", figure.subject(), figure.operation());
  }

  private String shown(PaperRatio ratio) {
    String first = figures.find(ratio.first()).map(PapersPage::shown).orElse(NOT_MEASURED);
    return ratio.second() == null
        ? first
        : first + " / " + figures.find(ratio.second()).map(PapersPage::shown).orElse(NOT_MEASURED);
  }

  /** Returns a figure with its unit, to three digits. */
  static String shown(Measurement figure) {
    if (!figure.unit().equals(Measurement.NANOS)) {
      boolean isNumber = figure.unit().equals("1");
      return number(figure.median()) + (isNumber ? "" : " " + figure.unit());
    }
    int unit = 0;
    while (unit < NANOS.length - 1 && figure.median() < NANOS[unit]) {
      unit++;
    }
    return number(figure.median() / NANOS[unit]) + " " + TIMES.get(unit);
  }

  private static String number(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == 0) {
      return Text.format("%,.0f", value);
    }
    return Text.format(size >= 10 ? "%.1f" : size < 0.01 ? "%.4f" : "%.2f", value);
  }

  private void runs() {
    line("");
    line("## How each was measured");
    line("");
    line("| experiment | where | date | commit | host |");
    line("|---|---|---|---|---|");
    Arrays.stream(Experiment.values()).forEach(this::run);
    line("");
    line("Their commands, in a checkout:");
    for (Experiment experiment : Experiment.values()) {
      line("");
      line("    # " + experiment.label());
      line("    " + experiment.line());
    }
    line("");
    paragraph(
        "", "Rows for which their papers' texts give no figure: " + list(PaperRows.WITHOUT_FIGURE));
  }

  private void run(Experiment experiment) {
    Optional<Map<String, String>> facts = figures.run(experiment);
    String place = experiment.place().label();
    if (facts.isEmpty()) {
      cells(experiment.label(), place, NOT_MEASURED, NONE, NONE);
    } else {
      Map<String, String> run = facts.get();
      cells(
          experiment.label(),
          place,
          run.getOrDefault(RunFacts.DATE, NONE),
          run.getOrDefault(RunFacts.COMMIT, NONE),
          run.getOrDefault(RunFacts.MACHINE, NONE));
    }
  }
}
