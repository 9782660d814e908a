package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;

/**
 * Writes the plots of a page as files of SVG for papers: each with its title above, its legend
 * below, and the colours of light paper in it.
 */
final class PlotFile {
  private static final double HEAD = 26;
  private static final double LEGEND_ROW = 16;
  private static final double LEGEND_COLUMN = 190;

  private final String suite;
  private final PagePlot plot;
  private final Subjects subjects;

  private PlotFile(String suite, PagePlot plot, Subjects subjects) {
    this.suite = suite;
    this.plot = plot;
    this.subjects = subjects;
  }

  /**
   * Writes all plots, under names such as {@code rma-put-time.svg}.
   *
   * @param suites the figures
   * @param folder where the files go; made if it is missing
   * @return the number of files
   * @throws IOException when a file cannot be written
   */
  static int writeAll(List<Report> suites, Path folder) throws IOException {
    Files.createDirectories(folder);
    int count = 0;
    for (Report suite : suites) {
      SuitePlots plots = new SuitePlots(suite);
      for (PagePlot plot : plots.all()) {
        PlotFile file = new PlotFile(suite.suite(), plot, plots.subjects());
        Files.writeString(folder.resolve(file.name()), file.text());
        count++;
      }
    }
    return count;
  }

  private String name() {
    String words = (suite + " " + plot.title()).toLowerCase(Locale.ROOT);
    return words.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "") + ".svg";
  }

  private String text() {
    List<String> names = subjects.names();
    int columns = Math.max(1, (int) (plot.width() / LEGEND_COLUMN));
    double legend = HEAD + plot.height() + 4;
    double height = legend + Math.ceilDiv(names.size(), columns) * LEGEND_ROW + 4;
    Markup file = Markup.svg();
    String width = Svg.number(plot.width());
    String tall = Svg.number(height);
    file.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "width",
        width,
        "height",
        tall,
        "viewBox",
        "0 0 " + width + " " + tall);
    file.element("title", suite + ", " + plot.title()).element("style", PlotStyle.ofFiles());
    Svg svg = new Svg(file);
    svg.text("head", 4, 15, suite + ", " + plot.title());
    file.open("g", "transform", Text.format("translate(0,%.1f)", HEAD));
    plot.picture().accept(svg);
    file.close();
    for (int i = 0; i < names.size(); i++) {
      double x = 4 + i % columns * LEGEND_COLUMN;
      double y = legend + Math.floorDiv(i, columns) * LEGEND_ROW + LEGEND_ROW / 2;
      drawLegend(svg, names.get(i), x, y);
    }
    return file.end();
  }

  private void drawLegend(Svg svg, String subject, double x, double y) {
    String style = subjects.style(subject);
    svg.line("curve " + style, x, y, x + 28, y);
    svg.path("mark " + style, subjects.mark(subject, x + 14, y), "");
    svg.text("row", x + 34, y + 4, Subjects.label(subject));
  }
}
