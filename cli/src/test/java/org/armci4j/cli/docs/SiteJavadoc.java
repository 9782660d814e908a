package org.armci4j.cli.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the Javadoc of all modules, in the site's colours and with a way back to its pages. */
final class SiteJavadoc {
  private static final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");
  private static final String WAY_BACK =
      "<a href=\"{@docRoot}/../index.html\">armci4j</a> "
          + "<a href=\"{@docRoot}/../docs/index.html\">Documentation</a>";

  private SiteJavadoc() {}

  /**
   * Makes it; returns false when the tool finds a mistake.
   *
   * @param site folder of the site, with its pages: the style sheet is one of its files
   */
  static boolean write(Path site) throws IOException {
    Map<String, Path> modules = modules();
    Path style = site.resolve("javadoc.css");
    List<String> words = new ArrayList<>(List.of("-quiet", "-Xdoclint:none", "-encoding", "UTF-8"));
    words.addAll(List.of("-d", site.resolve("api").toString()));
    words.addAll(List.of("-windowtitle", "armci4j", "-doctitle", "armci4j", "-notimestamp"));
    words.addAll(List.of("-header", WAY_BACK, "--add-stylesheet", style.toString()));
    words.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    words.addAll(List.of("--module-path", libraries()));
    modules.forEach(
        (name, sources) -> words.addAll(List.of("--module-source-path", name + "=" + sources)));
    words.addAll(List.of("--module", String.join(",", modules.keySet())));
    ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    return javadoc.run(System.out, System.err, words.toArray(String[]::new)) == 0;
  }

  private static Map<String, Path> modules() throws IOException {
    Map<String, Path> modules = new TreeMap<>();
    try (Stream<Path> found = Files.walk(Pages.ROOT, 6)) {
      for (Path info :
          found.filter(path -> path.endsWith("src/main/java/module-info.java")).toList()) {
        Matcher name = MODULE.matcher(Files.readString(info));
        if (name.find()) {
          modules.put(name.group(1), info.getParent());
        }
      }
    }
    return modules;
  }

  /** Returns the jars that this project's modules need. */
  private static String libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar") && !Path.of(entry).startsWith(Pages.ROOT))
        .filter(entry -> !entry.contains("/org/armci4j/"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
