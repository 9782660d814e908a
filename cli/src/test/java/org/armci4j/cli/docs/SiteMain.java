package org.armci4j.cli.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Builds the site, looks for dead links and takes pictures, for {@code mvn -Psite}. */
final class SiteMain {
  private SiteMain() {}

  /**
   * Exits with 1 when the pages or the Javadoc cannot be made or a link leads nowhere.
   *
   * @param args the folder for the site, and one for the pictures
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]).toAbsolutePath().normalize();
    try {
      Site.write(folder);
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.err.println("The site needs MkDocs and its theme: apt-get install " + Site.PACKAGES);
      System.exit(1);
    }
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
    if (!dead.isEmpty()) {
      System.exit(1);
    }
    if (Browser.program().isEmpty()) {
      System.out.println("site: no pictures without a browser: " + Browser.INSTALL);
      return;
    }
    Path pictures = Path.of(args[1]).toAbsolutePath().normalize();
    new PagePictures(folder, pictures).take();
    System.out.println("pictures of its pages: " + pictures);
  }
}
