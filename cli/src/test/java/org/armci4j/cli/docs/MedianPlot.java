package org.armci4j.cli.docs;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * Draws a table of times as pairs of bars: this system above the best peer. The labels are the
 * table's own words, so the two cannot differ. Rows that are no times are left out.
 */
final class MedianPlot {
  private static final Pattern TIME = Pattern.compile("([0-9.,]+) (ns|µs|ms)");
  private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "µs", 1e3, "ms", 1e6);
  private static final double WIDTH = 640;
  private static final double LONGEST = 520;
  private static final double ROW = 62;
  private static final double BAR = 16;

  private final List<List<String>> rows;

  /**
   * @param rows for each call its name, this system's time and the best peer's
   */
  MedianPlot(List<List<String>> rows) {
    this.rows = rows.stream().filter(row -> TIME.matcher(row.get(1)).matches()).toList();
  }

  /** Returns the nanoseconds that a cell of the table names. */
  static double nanos(String cell) {
    Matcher time = TIME.matcher(cell);
    if (!time.matches()) {
      throw new IllegalArgumentException("no time: " + cell);
    }
    return Double.parseDouble(time.group(1).replace(",", "")) * UNITS.get(time.group(2));
  }

  /** Returns the plot as SVG within HTML. */
  String html() {
    Element svg = new Element("svg");
    svg.attr("viewBox", "0 0 " + number(WIDTH) + " " + number(rows.size() * ROW));
    svg.attr("role", "img").attr("class", "medians");
    svg.appendElement("title").text("Times of armci4j above those of the best peer");
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      double longer = Math.max(nanos(row.get(1)), nanos(row.get(2)));
      double y = i * ROW;
      text(svg, "call", 0, y + 14, row.getFirst());
      bar(svg, "own", y + 20, row.get(1), longer, "armci4j");
      bar(svg, "peer", y + 20 + BAR + 2, row.get(2), longer, "best peer");
    }
    return svg.outerHtml();
  }

  private static void bar(
      Element svg, String style, double y, String cell, double longest, String system) {
    double width = LONGEST * nanos(cell) / longest;
    Element bar = svg.appendElement("rect").attr("class", style).attr("x", "0");
    bar.attr("y", number(y)).attr("width", number(width)).attr("height", number(BAR));
    bar.appendElement("title").text(system + ": " + cell);
    text(svg, "time", width + 6, y + 13, cell);
  }

  private static void text(Element svg, String style, double x, double y, String text) {
    Element element = svg.appendElement("text").attr("class", style);
    element.attr("x", number(x)).attr("y", number(y)).text(text);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
