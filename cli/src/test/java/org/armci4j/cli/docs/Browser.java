package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.testkit.harness.Prerequisite;
import org.jsoup.Jsoup;

/**
 * Opens pages in a real browser without a window, on a phone and on a desk. A page of ours holds
 * each of them in a frame, so that a width may be less than that of the least window.
 */
public final class Browser {
  private static final List<String> PROGRAMS =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Separates what the browser tells. */
  private static final String END = "\u0001";

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
    Optional<String> program = PROGRAMS.stream().filter(Browser::isInstalled).findFirst();
    Prerequisite.require(program.isPresent(), () -> "no browser: apt-get install chromium");
    Path viewer = folder.resolve("viewer.html");
    String names =
        pages.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", "[", "]"));
    Files.writeString(viewer, Site.resource("/viewer.html").replace("{pages}", names));
    try (Scratch scratch = new Scratch(Files.createTempDirectory("armci-browser-"))) {
      Path page = scratch.folder().resolve("page.html");
      open(program.get(), viewer, scratch.folder().resolve("profile"), page);
      String told = Jsoup.parse(Files.readString(page)).select("#faults").text();
      List<String> lines = List.of(told.split(END, -1));
      assertEquals(DONE, lines.getLast(), "the end of what the browser tells");
      return lines.subList(0, lines.size() - 1);
    }
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Opens a page and writes what has become of it to a file. */
  private static void open(String program, Path viewer, Path profile, Path page)
      throws IOException, InterruptedException {
    Process browser =
        new ProcessBuilder(
                program,
                "--headless=new",
                "--no-sandbox", // for root, who cannot have one
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--allow-file-access-from-files",
                "--user-data-dir=" + profile,
                "--virtual-time-budget=300000",
                "--dump-dom",
                viewer.toUri().toString())
            // Not a pipe: its reader would wait for a browser that does not end.
            .redirectOutput(page.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(browser.waitFor(LIMIT), "the browser does not end");
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly().waitFor();
    }
  }

  /** A folder that is deleted at the end; a failure of that is added to the test's own. */
  private record Scratch(Path folder) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure)
                throws IOException {
              // The browser may have deleted the file since its folder was listed.
              return file.toFile().exists()
                  ? super.visitFileFailed(file, failure)
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    }
  }
}
