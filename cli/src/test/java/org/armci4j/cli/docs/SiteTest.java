package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the site's pages without the Javadoc, which takes longer: {@code mvn -Psite verify} makes
 * it.
 */
class SiteTest {
  @TempDir Path folder;

  @Test
  void pagesLinkToEachOther() throws IOException {
    new Site(folder).writePages();
    DeadLinks links = new DeadLinks(folder);
    Set<String> dead =
        links.find().stream()
            .filter(link -> !link.endsWith("api/index.html"))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), dead);
    assertTrue(links.checked() > 100, "links: " + links.checked());
    String index = Files.readString(folder.resolve("index.html"));
    String debugging = Files.readString(folder.resolve("docs/debugging.html"));
    assertTrue(debugging.contains("<span class=\"option\">--debug</span>"), debugging);
    assertTrue(index.contains("<table>") && index.contains("href=\"docs/index.html\""), index);
  }

  @Test
  void deadLinksAreFound() throws IOException {
    Files.writeString(
        folder.resolve("a.html"),
        "<p id=here><a href=#here>1</a><a href=#gone>2</a><a href=b.html>3</a><img src=c.png>");
    assertEquals(
        Set.of("a.html -> #gone", "a.html -> b.html", "a.html -> c.png"),
        new DeadLinks(folder).find());
  }
}
