package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.armci4j.testkit.harness.Prerequisite;
import org.jsoup.Jsoup;

/**
 * Opens pages in a real browser without a window, on a phone and on a desk. A page of ours holds
 * each of them in a frame, so that a width may be less than that of the least window.
 */
public final class Browser {
  private static final String PROGRAM = "chromium";

  /** The last word of what the browser tells. */
  private static final String DONE = "DONE";

  private Browser() {}

  /**
   * Returns what is wrong with pages: they are wider than the window, ask a host for something, or
   * have an element that the browser's reading of HTML does not know.
   *
   * @param folder where the pages are
   * @param pages their names in it
   * @return a line for each fault
   */
  public static List<String> faults(Path folder, List<String> pages) throws Exception {
    Prerequisite.requireProgram(PROGRAM, PROGRAM);
    Path viewer = folder.resolve("viewer.html");
    String names =
        pages.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", "[", "]"));
    Files.writeString(viewer, Site.resource("/viewer.html").replace("{pages}", names));
    Path profile = Files.createTempDirectory("armci-browser-");
    try {
      Process browser =
          new ProcessBuilder(
                  PROGRAM,
                  "--headless=new",
                  "--no-sandbox", // for root, who cannot have one
                  "--disable-gpu",
                  "--disable-dev-shm-usage",
                  "--allow-file-access-from-files",
                  "--user-data-dir=" + profile,
                  "--virtual-time-budget=300000",
                  "--dump-dom",
                  viewer.toUri().toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String page = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(browser.waitFor(1, TimeUnit.MINUTES), "the browser does not end");
      List<String> lines = List.of(Jsoup.parse(page).select("#faults").text().split(";", -1));
      assertEquals(DONE, lines.getLast(), "the end of what the browser tells");
      return lines.subList(0, lines.size() - 1);
    } finally {
      delete(profile);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
