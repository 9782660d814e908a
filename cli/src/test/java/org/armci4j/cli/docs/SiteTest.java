package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
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
  void listsThePagesByReaderBesideEach() throws IOException {
    new Site(folder).writePages();
    Document page = Jsoup.parse(folder.resolve("docs/design/networks.html").toFile());
    assertEquals("../../docs/design/networks.html", page.select("nav [aria-current]").attr("href"));
    List<String> parts = page.select("nav h2").eachText();
    assertTrue(parts.size() >= 5 && parts.contains("Write programs"), parts::toString);
    assertEquals(Pages.all().size() - 1, page.select("nav li").size());
  }

  @Test
  void loadsNothingFromElsewhere() throws IOException {
    new Site(folder).writePages();
    Document page = Jsoup.parse(folder.resolve("docs/tutorial.html").toFile());
    Elements loaded = page.select("script[src], link[href], img[src]");
    assertTrue(loaded.size() >= 7, loaded::toString);
    for (Element element : loaded) {
      String file = element.hasAttr("src") ? element.attr("src") : element.attr("href");
      assertTrue(Files.exists(folder.resolve("docs").resolve(file)), file);
    }
  }

  @Test
  void theSearchKnowsTheSectionsOfEveryPage() throws IOException {
    new Site(folder).writePages();
    String script = Files.readString(folder.resolve("search-data.js"));
    assertTrue(script.startsWith("const SECTIONS = [") && script.endsWith("];\n"));
    for (Path page : Pages.all()) {
      String name = Pages.name(page).replace("README.md", "index.md").replace(".md", ".html");
      for (String anchor : Pages.anchors(page)) {
        assertTrue(script.contains("\"link\":\"" + name + "#" + anchor + "\""), name + anchor);
      }
    }
    assertTrue(script.contains("share a global address space"), "text of a page");
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
