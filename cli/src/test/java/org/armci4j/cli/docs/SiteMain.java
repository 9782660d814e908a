package org.armci4j.cli.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Builds the site and looks for dead links, for {@code mvn -Psite}. */
final class SiteMain {
  private SiteMain() {}

  /**
   * Exits with 1 when the Javadoc cannot be made or a link leads nowhere.
   *
   * @param args the folder for the site
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]).toAbsolutePath();
    new Site(folder).writePages();
    if (!SiteJavadoc.write(folder)) {
      System.exit(1);
    }
    DeadLinks links = new DeadLinks(folder);
    Set<String> dead = links.find();
    dead.forEach(link -> System.err.println("dead link: " + link));
    System.out.printf(
        Locale.ROOT,
        "site: %s, %d links, %d dead%n",
        folder.resolve("index.html"),
        links.checked(),
        dead.size());
    System.exit(dead.isEmpty() ? 0 : 1);
  }
}
