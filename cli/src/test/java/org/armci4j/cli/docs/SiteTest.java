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
    String overview = Files.readString(folder.resolve("overview.html"));
    String debugging = Files.readString(folder.resolve("docs/debugging.html"));
    assertTrue(debugging.contains("<span class=\"option\">--debug</span>"), debugging);
    assertTrue(overview.contains("<table>"), overview);
    assertTrue(overview.contains("href=\"docs/index.html\""), overview);
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
  void theFirstPageHasOneProgramOnePictureOnePlotAndThreeCommands() throws IOException {
    new Site(folder).writePages();
    Element main = Jsoup.parse(folder.resolve("index.html").toFile()).selectFirst("main");
    assertEquals(1, main.select("pre").size());
    assertTrue(main.select("pre").text().contains("Armci.open()"));
    assertEquals(1, main.select("img").size());
    assertEquals(1, main.select("svg").size());
    List<String> commands = main.select(".commands code").eachText();
    assertEquals(3, commands.size());
    List<String> known =
        Pages.blocks().stream().flatMap(block -> block.text().lines()).map(String::strip).toList();
    for (String command : commands) {
      assertTrue(known.stream().anyMatch(line -> line.startsWith(command)), command);
    }
  }

  /** Bars and labels alike: each bar is as long as the time of the table says. */
  @Test
  void thePlotShowsTheTimesOfTheTable() throws IOException {
    new Site(folder).writePages();
    Element plot = Jsoup.parse(folder.resolve("index.html").toFile()).selectFirst("svg.medians");
    List<List<String>> times =
        new FrontPage(null)
            .medians().stream().filter(row -> row.get(1).matches(".* [nµm]s")).toList();
    assertTrue(times.size() >= 5, times::toString);
    assertEquals(times.stream().map(List::getFirst).toList(), plot.select(".call").eachText());
    assertEquals(
        times.stream().flatMap(row -> row.subList(1, 3).stream()).toList(),
        plot.select(".time").eachText());
    for (int i = 0; i < times.size(); i++) {
      double ratio = MedianPlot.nanos(times.get(i).get(1)) / MedianPlot.nanos(times.get(i).get(2));
      double own = Double.parseDouble(plot.select("rect.own").get(i).attr("width"));
      double peer = Double.parseDouble(plot.select("rect.peer").get(i).attr("width"));
      assertEquals(ratio, own / peer, 0.01 * ratio);
    }
    assertEquals(5600, MedianPlot.nanos("5.6 µs"), 1e-9);
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
      String name = Site.htmlName(Pages.name(page));
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
