package org.armci4j.cli.docs;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.jsoup.nodes.Element;

/**
 * Lists the pages beside each page of the site, by reader: the headings and the links of the index
 * {@code docs/README.md}.
 */
final class Sidebar {
  /** One part of the index: what a reader wants, and the pages for it. */
  private record Part(String title, List<Entry> entries) {}

  private record Entry(String title, String html) {}

  private final List<Part> parts = new ArrayList<>();

  /** Reads the index. */
  Sidebar() {
    Pages.parse(Pages.INDEX)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                if (heading.getLevel() == 2) {
                  parts.add(new Part(Pages.plainText(heading), new ArrayList<>()));
                }
              }

              @Override
              public void visit(Link link) {
                String html = Site.onSite(Pages.INDEX, link.getDestination());
                parts.getLast().entries().add(new Entry(Pages.plainText(link), html));
              }
            });
  }

  /**
   * Returns the list as HTML.
   *
   * @param html the page beside which it stands, as a file of the site
   * @param up how that page leads to the site's folder
   */
  String beside(String html, String up) {
    Element list = new Element("div");
    for (Part part : parts) {
      list.appendElement("h2").text(part.title());
      Element pages = list.appendElement("ul");
      for (Entry entry : part.entries()) {
        String page = Site.normal("docs/" + entry.html());
        Element link = pages.appendElement("li").appendElement("a");
        link.attr("href", up + page).text(entry.title());
        if (page.equals(html)) {
          link.attr("aria-current", "page");
        }
      }
    }
    return list.html();
  }
}
