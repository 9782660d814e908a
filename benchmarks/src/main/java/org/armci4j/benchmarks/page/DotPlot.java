package org.armci4j.benchmarks.page;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/** Draws operations below each other, with a line of its own for each subject's {@link Dot}. */
final class DotPlot {
  private static final double LEFT = 24;
  private static final double RIGHT = PagePlot.WIDTH - 26;
  private static final double LABEL = 18;
  private static final double LINE = 11;
  private static final double FOOT = 24;

  private final Subjects subjects;
  private final boolean percent;
  private final DoubleFunction<String> name;

  private DotPlot(Subjects subjects, boolean percent, DoubleFunction<String> name) {
    this.subjects = subjects;
    this.percent = percent;
    this.name = name;
  }

  /** Prepares plots of values on a logarithmic axis, whose ticks a function names. */
  static DotPlot of(Subjects subjects, DoubleFunction<String> name) {
    return new DotPlot(subjects, false, name);
  }

  /** Prepares plots of shares in percent. */
  static DotPlot ofShares(Subjects subjects) {
    return new DotPlot(subjects, true, Quantity::percent);
  }

  /** Returns one plot. A row is a name and the dots below it. */
  PagePlot of(String title, List<Map.Entry<String, List<Dot>>> rows) {
    double bottom = rows.stream().mapToDouble(DotPlot::height).sum() + 4;
    return new PagePlot(title, PagePlot.WIDTH, bottom + FOOT, svg -> draw(svg, rows, bottom));
  }

  private static double height(Map.Entry<String, List<Dot>> row) {
    return LABEL + row.getValue().size() * LINE;
  }

  private void draw(Svg svg, List<Map.Entry<String, List<Dot>>> rows, double bottom) {
    DoubleStream values =
        rows.stream()
            .flatMap(row -> row.getValue().stream())
            .flatMapToDouble(dot -> DoubleStream.of(dot.low(), dot.mark(), dot.high()));
    Axis x = percent ? Axis.percent(LEFT, RIGHT) : Axis.logarithmic(values, LEFT, RIGHT);
    svg.columns(x, x.ticks(), 0, bottom, name);
    double y = 0;
    for (Map.Entry<String, List<Dot>> row : rows) {
      svg.text("row", 4, y + 13, row.getKey());
      y += LABEL;
      for (Dot dot : row.getValue()) {
        draw(svg, dot, x, y + LINE / 2);
        y += LINE;
      }
    }
  }

  private void draw(Svg svg, Dot dot, Axis x, double y) {
    String style = subjects.style(dot.subject());
    svg.line("whisker " + style, x.at(dot.low()), y, x.at(dot.high()), y);
    svg.path("mark " + style, subjects.mark(dot.subject(), x.at(dot.mark()), y), dot.words());
  }
}
