package org.armci4j.benchmarks.page;

import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Markup;

/**
 * A picture with its title. A page shows it as a figure; {@link PlotFile} makes a file of it.
 *
 * @param title what it shows
 * @param width its width, in units of which a page shows one as a pixel at least
 * @param height its height
 * @param picture draws what is in it
 */
record PagePlot(String title, double width, double height, Consumer<Svg> picture) {
  /** Width of most plots, about that of a phone, so that their text stays legible there. */
  static final double WIDTH = 380;

  /** Returns whether it is wider than a phone, and so scrolls there. */
  boolean isWide() {
    return width > WIDTH;
  }

  /** Draws it as a figure of a page. */
  void drawIn(Markup page) {
    page.open("figure", "class", isWide() ? "wide" : "plot").element("figcaption", title);
    String box = "0 0 " + Svg.number(width) + " " + Svg.number(height);
    page.open("svg", "viewBox", box, "width", Svg.number(width), "role", "img");
    page.element("title", title);
    picture.accept(new Svg(page));
    page.close().close();
  }
}
