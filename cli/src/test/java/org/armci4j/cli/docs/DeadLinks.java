package org.armci4j.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Finds the links of a folder of HTML that lead nowhere within it; ignores links to other places.
 */
final class DeadLinks {
  private final Map<Path, Set<String>> anchors = new HashMap<>();
  private final Set<String> dead = new TreeSet<>();
  private final Path folder;
  private int checked;

  DeadLinks(Path folder) {
    this.folder = folder;
  }

  /** Checks all pages; returns each dead link with the page that has it. */
  Set<String> find() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".html")).toList()) {
        check(page);
      }
    }
    return dead;
  }

  /** Returns the number of checked links. */
  int checked() {
    return checked;
  }

  private void check(Path page) throws IOException {
    Document document = Jsoup.parse(page.toFile());
    for (Element element : document.select("[href], [src]")) {
      String link = element.hasAttr("href") ? element.attr("href") : element.attr("src");
      if (!link.matches("[a-z]+:.*")) {
        checked++;
        if (!leadsSomewhere(page, link)) {
          dead.add(folder.relativize(page) + " -> " + link);
        }
      }
    }
  }

  private boolean leadsSomewhere(Path page, String link) {
    List<String> parts = List.of(link.split("#", 2));
    String path = decoded(parts.getFirst().replaceFirst("\\?.*", ""));
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return parts.size() == 1
        || parts.get(1).isEmpty()
        || anchors.computeIfAbsent(target, DeadLinks::anchorsOf).contains(decoded(parts.get(1)));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Set<String> anchorsOf(Path page) {
    try {
      Set<String> found = new HashSet<>(Set.of("top"));
      for (Element element : Jsoup.parse(page.toFile()).select("[id], a[name]")) {
        found.add(element.id());
        found.add(element.attr("name"));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
