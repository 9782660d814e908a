package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
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
    List<String> pages = Site.pages(folder);
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
  void picturesShowThePages() throws Exception {
    Files.createDirectories(folder.resolve("docs"));
    Files.writeString(folder.resolve("red.html"), "<!DOCTYPE html><body bgcolor=#ff0000>");
    Files.writeString(folder.resolve("docs/blue.html"), "<!DOCTYPE html><body bgcolor=#0000ff>");
    Path pictures = folder.resolve("pictures");
    new PagePictures(folder, pictures).take();
    for (String view : List.of("phone", "desk")) {
      BufferedImage red = ImageIO.read(pictures.resolve("red-" + view + ".png").toFile());
      BufferedImage blue = ImageIO.read(pictures.resolve("docs-blue-" + view + ".png").toFile());
      assertEquals(view.equals("phone") ? 360 : 1280, red.getWidth());
      assertEquals(0xffff0000, red.getRGB(red.getWidth() - 1, red.getHeight() - 1));
      assertEquals(0xff0000ff, blue.getRGB(0, 0));
    }
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
