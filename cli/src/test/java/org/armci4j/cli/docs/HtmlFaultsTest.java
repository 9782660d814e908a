package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.benchmarks.page.ReportBenchmark;
import org.armci4j.cli.profile.ProfilePageTest;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the site, of a report and of a profile are what the standards call HTML. */
class HtmlFaultsTest {
  private static final Path RESULTS =
      Pages.ROOT.resolve("benchmarks/src/test/resources/org/armci4j/benchmarks/page/results.json");

  @TempDir Path folder;

  @Test
  void thePagesAreValid() throws Exception {
    String report = folder.resolve("report.html").toString();
    ReportBenchmark.main(
        new String[] {
          "--from", RESULTS.toString(), "--compare", RESULTS.toString(), "--html", report
        });
    Files.writeString(
        folder.resolve("profile.html"), ProfilePageTest.page(3, "Main.<init> & \"a\""));
    assertEquals(List.of(), HtmlFaults.of(folder, List.of("report.html", "profile.html")));
  }

  @Test
  @Tag("long")
  void theSiteIsValid() throws Exception {
    Prerequisite.requireProgram("mkdocs", Site.PACKAGES);
    Site.write(folder);
    List<String> pages = Site.pages(folder);
    assertTrue(pages.size() > 30, pages::toString);
    assertEquals(List.of(), HtmlFaults.of(folder, pages));
  }

  @Test
  void faultsAreFound() throws Exception {
    Files.writeString(
        folder.resolve("odd.html"),
        """
        <!DOCTYPE html>
        <html lang="en"><head><title>odd</title><style>p { colr: red }</style></head>
        <body><ul><p>no item</p></ul>
        <svg viewBox="0 0 1 1"><path d="M0,0L1"/></svg>
        <img src="a.png"></body></html>
        """);
    List<String> faults = HtmlFaults.of(folder, List.of("odd.html"));
    assertEquals(4, faults.size(), faults::toString);
    assertTrue(faults.getFirst().startsWith("odd.html:2:"), faults::toString);
  }
}
