package org.armci4j.benchmarks.page;

import java.util.function.DoubleFunction;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;

/** Draws the parts of a plot: paths, texts, grid and labels. */
final class Svg {
  private final Markup page;

  Svg(Markup page) {
    this.page = page;
  }

  /** Returns a coordinate with one decimal. */
  static String number(double value) {
    return Text.format("%.1f", value);
  }

  void line(String style, double x1, double y1, double x2, double y2) {
    path(style, Text.format("M%.1f,%.1fL%.1f,%.1f", x1, y1, x2, y2), "");
  }

  void text(String style, double x, double y, String text) {
    page.element("text", text, "class", style, "x", number(x), "y", number(y));
  }

  /** Draws a text; its tip appears under a resting pointer. */
  void text(String style, double x, double y, String text, String tip) {
    page.open("text", "class", style, "x", number(x), "y", number(y)).text(text);
    page.element("title", tip).close();
  }

  /** Draws a path; its tip appears under a resting pointer. */
  void path(String style, String path, String tip) {
    page.open("path", "class", style, "d", path);
    if (!tip.isEmpty()) {
      page.element("title", tip);
    }
    page.close();
  }

  /** Draws a cell of a table; its colour comes from the style, as strong as said. */
  void cell(String style, double strength, double x, double y, double width, double height) {
    page.empty(
        "rect",
        "class",
        style,
        "fill-opacity",
        Text.format("%.2f", strength),
        "x",
        number(x),
        "y",
        number(y),
        "width",
        number(width),
        "height",
        number(height));
  }

  /** Draws a vertical line of the grid and its label below for each tick. */
  void columns(
      Axis axis, Iterable<Double> ticks, double top, double bottom, DoubleFunction<String> name) {
    for (double tick : ticks) {
      line("grid", axis.at(tick), top, axis.at(tick), bottom);
      text("below", axis.at(tick), bottom + 15, name.apply(tick));
    }
  }

  /** Draws a horizontal line of the grid and its label at the left for each tick. */
  void rows(Axis axis, double left, double right, DoubleFunction<String> name) {
    for (double tick : axis.ticks()) {
      line("grid", left, axis.at(tick), right, axis.at(tick));
      text("left", left - 6, axis.at(tick) + 4, name.apply(tick));
    }
  }
}
