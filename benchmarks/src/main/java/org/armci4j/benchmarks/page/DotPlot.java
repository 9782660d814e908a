package org.armci4j.benchmarks.page;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/**
 * Draws operations below each other: for each subject a mark at its median and a line from the
 * fastest repetition to the 90th percentile.
 */
final class DotPlot {
  private static final double LEFT = 14;
  private static final double RIGHT = Svg.WIDTH - 26;
  private static final double LABEL = 18;
  private static final double LINE = 11;
  private static final double FOOT = 24;

  private final Subjects subjects;
  private final boolean percent;

  /** Prepares plots of times, or of shares. */
  DotPlot(Subjects subjects, boolean percent) {
    this.subjects = subjects;
    this.percent = percent;
  }

  /** Draws one plot. A row is a name and the figures below it. */
  void draw(Markup page, String title, List<Map.Entry<String, List<Measurement>>> rows) {
    List<Measurement> figures = rows.stream().flatMap(row -> row.getValue().stream()).toList();
    Axis x =
        percent
            ? Axis.percent(LEFT, RIGHT)
            : Axis.logarithmic(
                figures.stream().flatMapToDouble(one -> DoubleStream.of(one.min(), one.p90())),
                LEFT,
                RIGHT);
    double bottom = rows.size() * LABEL + figures.size() * LINE + 4;
    Svg svg = new Svg(page, title, bottom + FOOT);
    svg.columns(x, x.ticks(), 0, bottom, this::name);
    double y = 0;
    for (Map.Entry<String, List<Measurement>> row : rows) {
      svg.text("row", LEFT - 10, y + 13, row.getKey());
      y += LABEL;
      for (Measurement one : row.getValue()) {
        dot(svg, one, x, y + LINE / 2);
        y += LINE;
      }
    }
    svg.end();
  }

  private void dot(Svg svg, Measurement one, Axis x, double y) {
    String style = subjects.style(one.subject());
    svg.line("whisker " + style, x.at(one.min()), y, x.at(one.p90()), y);
    svg.path(
        "mark " + style,
        subjects.mark(one.subject(), x.at(one.median()), y),
        Text.format("%s: %s", Subjects.label(one.subject()), name(one.median()))
            + (percent ? "" : Text.format(" (%s to %s)", name(one.min()), name(one.p90()))));
  }

  private String name(double value) {
    return percent ? Quantity.percent(value) : Quantity.time(value);
  }
}
