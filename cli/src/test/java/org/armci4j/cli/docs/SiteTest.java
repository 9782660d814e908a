package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.armci4j.testkit.harness.Prerequisite;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the site's pages without the Javadoc, which takes longer: {@code mvn -Psite verify} makes
 * it.
 */
class SiteTest {
  private static final String README = "README.md";

  /** Elements whose texts tell how Markdown was read. */
  private static final List<String> ELEMENTS =
      List.of("h1", "h2", "h3", "li", "th", "td", "pre", "code", "em", "strong", "a");

  private static final Pattern TIMES =
      Pattern.compile("(?m)^\\| (.+) \\| ([\\d.,]+ [nµm]s) \\| ([\\d.,]+ [nµm]s) \\|$");

  private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "µs", 1e3, "ms", 1e6);

  @TempDir static Path folder;

  @TempDir Path other;

  @BeforeAll
  static void build() throws Exception {
    Prerequisite.requireProgram("mkdocs", Site.PACKAGES);
    Site.write(folder);
  }

  @Test
  void pagesLinkToEachOther() throws IOException {
    DeadLinks links = new DeadLinks(folder);
    Set<String> dead =
        links.find().stream()
            .filter(link -> !link.endsWith("api/index.html"))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), dead);
    assertTrue(links.checked() > 1000, "links: " + links.checked());
  }

  @Test
  void linksToSourcesLeadToTheForge() throws IOException {
    String link = page("overview.html").select("a[href$=/OneSided.java]").attr("href");
    assertTrue(link.startsWith("https://github.com/armci4j/armci4j/blob/main/examples/"), link);
  }

  /** A forge reads Markdown as CommonMark, MkDocs reads an older kind: of lists, for instance. */
  @Test
  void pagesReadAsOnAForge() throws IOException {
    HtmlRenderer forge =
        HtmlRenderer.builder().extensions(List.of(TablesExtension.create())).build();
    for (Path page : Pages.all()) {
      Element onForge = Jsoup.parse(forge.render(Pages.parse(page)));
      Element onSite = page(htmlName(page)).selectFirst("article");
      onSite.select(".headerlink").remove();
      for (String element : ELEMENTS) {
        assertEquals(
            onForge.select(element).eachText(),
            onSite.select(element).eachText(),
            element + " of " + Pages.name(page));
      }
    }
  }

  @Test
  void listsThePagesByReaderBesideEach() throws IOException {
    Element list = page("docs/design/networks.html").selectFirst(".md-nav--primary");
    assertEquals("networks.html", list.select(".md-nav__link--active[href]").attr("href"));
    List<String> readers = list.select(".md-nav__item--section > label").eachText();
    assertTrue(readers.containsAll(List.of("Write programs", "Run them")), readers::toString);
    Elements links = list.select("a.md-nav__link[href$=html]");
    assertEquals(1, links.select("[href=../../api/index.html]").size(), links::toString);
    assertEquals(Pages.all().size() + 2, links.size(), "all, the front page and the Javadoc");
  }

  @Test
  void theFirstPageHasOneProgramOnePictureOnePlotAndThreeCommands() throws IOException {
    Element main = page("index.html").selectFirst("article");
    assertEquals(1, main.select("pre").size());
    assertTrue(main.select("pre").text().contains("Armci.open()"));
    assertEquals(1, main.select("img").size());
    assertEquals(1, main.select(".medians").size());
    List<String> commands = main.select("dt code").eachText();
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
    Element plot = page("index.html").selectFirst(".medians");
    List<MatchResult> rows =
        TIMES.matcher(Files.readString(Pages.ROOT.resolve(README))).results().toList();
    assertTrue(rows.size() >= 5, rows::toString);
    assertEquals(rows.stream().map(row -> row.group(1)).toList(), plot.select("p").eachText());
    assertEquals(rows.stream().map(row -> row.group(2)).toList(), plot.select(".own").eachText());
    assertEquals(rows.stream().map(row -> row.group(3)).toList(), plot.select(".peer").eachText());
    for (int i = 0; i < rows.size(); i++) {
      double ratio = nanos(rows.get(i).group(2)) / nanos(rows.get(i).group(3));
      double own = share(plot.select(".own").get(i));
      double peer = share(plot.select(".peer").get(i));
      assertEquals(ratio, own / peer, 0.01 * ratio);
      assertEquals(1, Math.max(own, peer), "the longer bar");
    }
  }

  private static double nanos(String time) {
    List<String> parts = List.of(time.split(" ", 2));
    return Double.parseDouble(parts.getFirst().replace(",", "")) * NANOS.get(parts.getLast());
  }

  private static double share(Element bar) {
    return Double.parseDouble(bar.attr("style").replace("--share: ", ""));
  }

  @Test
  void loadsNothingFromElsewhere() throws IOException {
    Elements loaded = page("docs/tutorial.html").select("script[src], link[href], img[src]");
    assertTrue(loaded.size() >= 6, loaded::toString);
    for (Element element : loaded) {
      String file = element.hasAttr("src") ? element.attr("src") : element.attr("href");
      assertTrue(Files.exists(folder.resolve("docs").resolve(file)), file);
    }
  }

  @Test
  void theSearchKnowsTheSectionsOfEveryPage() throws IOException {
    String index = Files.readString(folder.resolve("search/search_index.json"));
    for (Path page : Pages.all()) {
      List<String> anchors = Pages.anchors(page);
      for (String anchor : anchors.subList(1, anchors.size())) {
        String section = htmlName(page) + "#" + anchor;
        assertTrue(index.contains("\"location\":\"" + section + "\""), section);
      }
    }
    assertEquals(
        "var __index = " + index + ";\n",
        Files.readString(folder.resolve("search/search_index.js")));
  }

  @Test
  void deadLinksAreFound() throws IOException {
    Files.writeString(
        other.resolve("a.html"),
        "<p id=here><a href=#here>1</a><a href=#gone>2</a><a href=b.html>3</a><img src=c.png>");
    assertEquals(
        Set.of("a.html -> #gone", "a.html -> b.html", "a.html -> c.png"),
        new DeadLinks(other).find());
  }

  private static Document page(String name) throws IOException {
    return Jsoup.parse(folder.resolve(name).toFile());
  }

  /** Returns a page's file on the site. */
  private static String htmlName(Path page) {
    String name = Pages.name(page);
    return name.equals(README)
        ? "overview.html"
        : name.replaceFirst("README\\.md$", "index.md").replaceFirst("\\.md$", ".html");
  }
}
