package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.armci4j.testkit.harness.Prerequisite;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * Opens pages in a real browser without a screen, as wide as a phone and as a desk. A page of ours
 * holds each of them in a frame, as no window is as narrow as a phone.
 */
public final class Browser {
  private static final List<String> PROGRAMS =
      List.of("chromium", "chromium-browser", "google-chrome");

  /** How a browser is installed. */
  static final String INSTALL = "apt-get install chromium";

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
    Path viewer = folder.resolve("viewer.html");
    String names =
        pages.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", "[", "]"));
    try (InputStream page = Browser.class.getResourceAsStream("/viewer.html")) {
      String html = new String(page.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(viewer, html.replace("{pages}", names));
    }
    Document told = opened(viewer.toUri().toString(), "--allow-file-access-from-files");
    List<String> lines = List.of(told.select("#faults").text().split(END, -1));
    assertEquals(DONE, lines.getLast(), "the end of what the browser tells");
    return lines.subList(0, lines.size() - 1);
  }

  /** Returns the name of the installed browser. */
  static Optional<String> program() {
    return PROGRAMS.stream().filter(Browser::isInstalled).findFirst();
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /**
   * Returns a page as its scripts have left it.
   *
   * @param address of the page
   * @param options further ones of the browser
   */
  static Document opened(String address, String... options)
      throws IOException, InterruptedException {
    try (Scratch scratch = new Scratch(Files.createTempDirectory("armci-browser-"))) {
      Path page = scratch.folder().resolve("page.html");
      List<String> words = new ArrayList<>(List.of(options));
      words.addAll(List.of("--virtual-time-budget=300000", "--dump-dom", address));
      run(scratch.folder().resolve("profile"), page, words);
      return Jsoup.parse(Files.readString(page));
    }
  }

  /** Returns a picture of a page in a window. */
  static BufferedImage picture(Path page, int width, int height)
      throws IOException, InterruptedException {
    try (Scratch scratch = new Scratch(Files.createTempDirectory("armci-browser-"))) {
      Path picture = scratch.folder().resolve("page.png");
      List<String> words =
          List.of(
              "--hide-scrollbars",
              "--window-size=" + width + "," + height,
              "--screenshot=" + picture,
              page.toUri().toString());
      run(scratch.folder().resolve("profile"), scratch.folder().resolve("told"), words);
      return ImageIO.read(picture.toFile());
    }
  }

  /** Runs the browser until it ends. */
  private static void run(Path profile, Path output, List<String> words)
      throws IOException, InterruptedException {
    Optional<String> program = program();
    Prerequisite.require(program.isPresent(), () -> "no browser: " + INSTALL);
    List<String> command = new ArrayList<>(List.of(program.get(), "--headless=new"));
    command.add("--no-sandbox"); // for root, who cannot have one
    command.addAll(List.of("--disable-gpu", "--disable-dev-shm-usage"));
    command.add("--user-data-dir=" + profile);
    command.addAll(words);
    Process browser =
        new ProcessBuilder(command)
            // Not a pipe: its reader would wait for a browser that does not end.
            .redirectOutput(output.toFile())
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
