package org.armci4j.cli.docs;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.armci4j.bootstrap.text.Text;

/**
 * Takes pictures of the site's pages for those who change the look of pages: the top of each page,
 * as a phone and as a desk show it.
 */
final class PagePictures {
  /** Pages side by side in one window, as a browser takes longer to start than to show a page. */
  private static final int PAGES_OF_A_ROW = 8;

  private record View(String name, int width, int height) {}

  private static final List<View> VIEWS =
      List.of(new View("phone", 360, 2400), new View("desk", 1280, 1600));

  private final Path site;
  private final Path pictures;

  /**
   * @param site folder of the site
   * @param pictures folder for the pictures
   */
  PagePictures(Path site, Path pictures) {
    this.site = site;
    this.pictures = pictures;
  }

  /** Takes two pictures of each page; the Javadoc has none. */
  void take() throws Exception {
    Files.createDirectories(pictures);
    List<String> pages = Site.pages(site);
    for (View view : VIEWS) {
      for (int from = 0; from < pages.size(); from += PAGES_OF_A_ROW) {
        take(pages.subList(from, Math.min(from + PAGES_OF_A_ROW, pages.size())), view);
      }
    }
  }

  private void take(List<String> pages, View view) throws Exception {
    String frames = pages.stream().map(page -> frame(page, view)).collect(Collectors.joining());
    Path row = pictures.resolve("row.html");
    Files.writeString(
        row, "<!DOCTYPE html><body style='margin: 0; display: flex'>" + frames + "</body>");
    BufferedImage picture = Browser.picture(row, view.width() * pages.size(), view.height());
    Files.delete(row);
    for (int i = 0; i < pages.size(); i++) {
      String page = pages.get(i).replace('/', '-').replace(".html", "");
      Path file = pictures.resolve(page + "-" + view.name() + ".png");
      int left = i * view.width();
      BufferedImage part = picture.getSubimage(left, 0, view.width(), view.height());
      ImageIO.write(part, "png", file.toFile());
    }
  }

  private String frame(String page, View view) {
    return Text.format(
        "<iframe src='%s' style='border: 0; width: %dpx; height: %dpx'></iframe>",
        site.resolve(page).toUri(), view.width(), view.height());
  }
}
