package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that links between pages lead somewhere, and that every page can be found from the index.
 */
class PageLinksTest {
  private static final Path GLOSSARY = Pages.ROOT.resolve("docs/glossary.md");
  private static final Pattern TERM = Pattern.compile("(?m)^### (.+)$");

  @Test
  void everyLinkLeadsSomewhere() {
    List<String> dead = new ArrayList<>();
    int checked = 0;
    for (Path page : Pages.all()) {
      for (String link : Pages.links(page)) {
        if (!link.matches("[a-z]+:.*")) {
          checked++;
          if (!leadsSomewhere(page, link)) {
            dead.add(Pages.name(page) + " -> " + link);
          }
        }
      }
    }
    assertEquals(List.of(), dead, "links that lead nowhere");
    assertTrue(checked > 50, "links found: " + checked);
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(target) && (parts.length == 1 || Pages.anchors(target).contains(parts[1]));
  }

  @Test
  void theIndexNamesEveryPage() {
    Set<Path> named = new HashSet<>();
    for (String link : Pages.links(Pages.INDEX)) {
      named.add(Pages.INDEX.resolveSibling(link.replaceFirst("#.*", "")).normalize());
    }
    List<String> missing =
        Pages.all().stream()
            .filter(page -> !page.equals(Pages.INDEX) && !named.contains(page))
            .map(Pages::name)
            .toList();
    assertEquals(List.of(), missing, "pages that docs/README.md does not name");
  }

  @Test
  void theGlossaryIsInOrderAndItsTermsAreUsed() throws Exception {
    List<String> terms = new ArrayList<>();
    Matcher heading = TERM.matcher(Files.readString(GLOSSARY));
    while (heading.find()) {
      terms.add(heading.group(1));
    }
    assertTrue(terms.size() > 30, "terms: " + terms);
    assertEquals(
        terms.stream().sorted(String.CASE_INSENSITIVE_ORDER).toList(), terms, "terms in order");
    StringBuilder text = new StringBuilder();
    for (Path page : Pages.all()) {
      if (!page.equals(GLOSSARY)) {
        text.append(Files.readString(page));
      }
    }
    String all = text.toString().toLowerCase(Locale.ROOT);
    List<String> unused =
        terms.stream().filter(term -> !all.contains(term.toLowerCase(Locale.ROOT))).toList();
    assertEquals(List.of(), unused, "terms that no page uses");
  }
}
