package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The style sheets of the page and of the plots' files. */
final class PlotStyle {
  private static final String PAGE = "/META-INF/armci/report.css";
  private static final String PLOTS = "/META-INF/armci/plots.css";
  private static final Pattern COLOR = Pattern.compile("--(\\w+): (#\\w+);");
  private static final Pattern USE = Pattern.compile("var\\(--(\\w+)\\)");
  private static final Pattern ROOT = Pattern.compile("(?s):root \\{.*?\\n\\}\\n");

  private PlotStyle() {}

  /** Returns the style of a page with plots. */
  static String ofPage() {
    return read(PLOTS) + read(PAGE);
  }

  /** Returns the style of a plot alone: its colours by value, as few programs know variables. */
  static String ofFiles() {
    String style = read(PLOTS);
    Map<String, String> colors = new HashMap<>();
    COLOR.matcher(style).results().forEach(found -> colors.put(found.group(1), found.group(2)));
    return USE.matcher(ROOT.matcher(style).replaceFirst(""))
        .replaceAll((MatchResult use) -> colors.get(use.group(1)));
  }

  private static String read(String resource) {
    try (InputStream in = PlotStyle.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
