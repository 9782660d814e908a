package org.armci4j.benchmarks.page;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Markup;

/** The style sheets of the page and of the plots' files. */
final class PlotStyle {
  private static final Pattern COLOR = Pattern.compile("--(\\w+): (#\\w+);");
  private static final Pattern USE = Pattern.compile("var\\(--(\\w+)\\)");
  private static final Pattern ROOT = Pattern.compile("(?s):root \\{.*?\\n\\}\\n");

  private PlotStyle() {}

  /** Returns the style of a page with plots, besides that of all pages. */
  static String ofPage() {
    return read("plots.css") + read("report.css");
  }

  /** Returns the style of a plot alone: its colours by value, as few programs know variables. */
  static String ofFiles() {
    String style = read("plots.css");
    Map<String, String> colors = new HashMap<>();
    COLOR
        .matcher(Markup.style() + style)
        .results() // the light ones come first
        .forEach(found -> colors.putIfAbsent(found.group(1), found.group(2)));
    return USE.matcher(ROOT.matcher(style).replaceFirst(""))
        .replaceAll((MatchResult use) -> colors.get(use.group(1)));
  }

  private static String read(String name) {
    return Markup.style(PlotStyle.class, "/META-INF/armci/" + name);
  }
}
