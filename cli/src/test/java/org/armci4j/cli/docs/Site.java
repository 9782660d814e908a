package org.armci4j.cli.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/** Builds the site's pages by MkDocs, as {@code docs/site/mkdocs.yml} says. */
final class Site {
  /** The Debian packages that bring MkDocs and the theme. */
  static final String PACKAGES = "mkdocs mkdocs-material";

  private static final Path CONFIG = Pages.ROOT.resolve("docs/site/mkdocs.yml");

  private Site() {}

  /**
   * Builds all pages and what they load; fails on a dead link from page to page.
   *
   * @param folder for the site; what it had is deleted
   */
  static void write(Path folder) throws IOException, InterruptedException {
    List<String> command =
        List.of("mkdocs", "build", "--quiet", "-f", CONFIG.toString(), "-d", folder.toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1"); // beside the hooks in docs
    Process mkdocs = builder.redirectErrorStream(true).start();
    String told = new String(mkdocs.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = mkdocs.waitFor();
    if (code != 0) {
      throw new IOException(Text.format("mkdocs exited with code %d:\n%s", code, told));
    }
  }

  /** Returns the names of the pages in the site's folder, without the Javadoc. */
  static List<String> pages(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith(".html") && !name.startsWith("api/"))
          .sorted()
          .toList();
    }
  }
}
