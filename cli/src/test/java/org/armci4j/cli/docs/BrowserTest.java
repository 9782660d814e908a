package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.page.ReportBenchmark;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the pages of the site and of a report in a real browser. */
@Tag("long")
class BrowserTest {
  private static final Path RESULTS =
      Pages.ROOT.resolve("benchmarks/src/test/resources/org/armci4j/benchmarks/page/results.json");

  @TempDir Path folder;

  @Test
  void allPagesFitAPhoneAndAskNoHost() throws Exception {
    Prerequisite.requireProgram("mkdocs", Site.PACKAGES);
    Site.write(folder);
    String report = folder.resolve("report.html").toString();
    ReportBenchmark.main(new String[] {"--from", RESULTS.toString(), "--html", report});
    List<String> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith(".html"))
          .forEach(pages::add);
    }
    assertTrue(pages.size() > 30, pages::toString);
    assertEquals(List.of(), Browser.faults(folder, pages));
  }

  @Test
  void theSearchFindsSectionsWithoutAServer() throws Exception {
    Prerequisite.requireProgram("mkdocs", Site.PACKAGES);
    Site.write(folder);
    String address = folder.resolve("docs/tutorial.html").toUri() + "?q=checkpoint";
    List<String> found =
        Browser.opened(address).select("a.md-search-result__link").eachAttr("href");
    assertTrue(
        found.stream()
            .anyMatch(link -> link.endsWith("docs/failures.html?h=checkpoint#checkpoints")),
        found::toString);
  }

  @Test
  void faultsAreFound() throws Exception {
    Files.writeString(
        folder.resolve("good.html"), "<!DOCTYPE html><p>good<table><tr><td>1</table>");
    Files.writeString(
        folder.resolve("wide.html"), "<!DOCTYPE html><p style='width: 700px'>too wide; by far</p>");
    Files.writeString(
        folder.resolve("asking.html"), "<!DOCTYPE html><img src='http://127.0.0.1:9/a.png'>");
    Files.writeString(folder.resolve("odd.html"), "<!DOCTYPE html><body><artcle>a</artcle></body>");
    List<String> faults =
        Browser.faults(folder, List.of("good.html", "wide.html", "asking.html", "odd.html"));
    assertEquals(3, faults.size(), faults::toString);
    assertTrue(faults.get(0).startsWith("wide.html at 360 is 7"), faults::toString);
    assertTrue(faults.get(0).endsWith("too wide; by far"), faults::toString);
    assertEquals("asking.html asks for http://127.0.0.1:9/a.png", faults.get(1));
    assertEquals("odd.html has an element artcle", faults.get(2));
  }
}
