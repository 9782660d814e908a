package org.armci4j.cli.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes one site of the documentation: each page of Markdown as HTML beside the others, with the
 * list of pages and a search, and a first page before them. It loads nothing from elsewhere, and
 * needs no server.
 */
final class Site {
  /** Address of the checkout's files that are no pages. */
  private static final String SOURCES = "https://github.com/armci4j/armci4j/blob/main/";

  /** The page of the checkout's root; the site has a shorter one before it. */
  private static final String README = "README.md";

  private static final String OVERVIEW = "overview.html";

  private static final List<String> OWN_FILES = List.of("site.css", "search.js");

  private final Path folder;
  private final Sidebar sidebar = new Sidebar();
  private final HtmlRenderer renderer =
      HtmlRenderer.builder()
          .extensions(List.of(TablesExtension.create()))
          .nodeRendererFactory(context -> new CodeRenderer(context.getWriter()))
          .attributeProviderFactory(
              _ ->
                  (node, _, attributes) -> {
                    if (node instanceof Heading heading) {
                      attributes.put("id", Pages.anchor(heading));
                    }
                    String side = attributes.remove("align"); // obsolete in HTML
                    if (side != null) {
                      attributes.put("class", side);
                    }
                  })
          .build();

  /**
   * @param folder folder of the site
   */
  Site(Path folder) {
    this.folder = folder;
  }

  /** Makes all pages, and what they load. */
  void writePages() throws IOException {
    SearchIndex index = new SearchIndex();
    for (Path page : Pages.all()) {
      String name = htmlName(Pages.name(page));
      Node content = Pages.parse(page);
      index.add(name, content);
      write(name, html(page, name, content));
    }
    write("index.html", shell("index.html", "", "armci4j", new FrontPage(renderer).content()));
    write("search-data.js", index.script());
    for (String file : OWN_FILES) {
      write(file, resource("/" + file));
    }
    String lunr = webJar("org.webjars.npm", "lunr");
    write("lunr.js", resource(lunr + "/lunr.min.js"));
    String highlight = webJar("org.webjars", "highlightjs");
    write("highlight.js", resource(highlight + "/highlight.min.js"));
    write("code-light.css", resource(highlight + "/styles/github.min.css"));
    write("code-dark.css", resource(highlight + "/styles/github-dark.min.css"));
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String html(Path page, String name, Node content) throws IOException {
    String up = "../".repeat(Pages.ROOT.relativize(page).getNameCount() - 1);
    List<String> titles = new ArrayList<>();
    List<Path> pictures = new ArrayList<>();
    content.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(onSite(page, link.getDestination()));
            visitChildren(link);
          }

          @Override
          public void visit(Heading heading) {
            titles.add(Pages.plainText(heading));
            visitChildren(heading);
          }

          @Override
          public void visit(Image image) {
            pictures.add(page.resolveSibling(image.getDestination()).normalize());
          }
        });
    for (Path picture : pictures) {
      write(Pages.name(picture), Files.readString(picture));
    }
    return shell(name, up, titles.getFirst(), renderer.render(content));
  }

  /** Returns a page with what all pages have around their content. */
  private String shell(String name, String up, String title, String content) throws IOException {
    return resource("/site.html")
        .replace("{up}", up)
        .replace("{title}", title)
        .replace("{pages}", sidebar.beside(name, up))
        .replace("{content}", content);
  }

  /** Returns the text of a file on the class path. */
  static String resource(String name) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns where the files of a WebJar lie on the class path: its version is part of the path. */
  private static String webJar(String group, String artifact) throws IOException {
    Properties pom = new Properties();
    String place = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    try (InputStream in = Site.class.getResourceAsStream(place)) {
      pom.load(in);
    }
    return "/META-INF/resources/webjars/" + artifact + "/" + pom.getProperty("version");
  }

  /** Returns the target of a page's link on the site, as seen from the page. */
  static String onSite(Path page, String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return link;
    }
    String path = link.replaceFirst("#.*", "");
    String name = Pages.name(page.resolveSibling(path).normalize());
    if (!path.endsWith(".md")) {
      return SOURCES + name;
    }
    String html = name.equals(README) ? path.replace(README, OVERVIEW) : withHtml(path);
    return html + link.substring(path.length());
  }

  /** Returns a file of the site without steps up. */
  static String normal(String file) {
    return Path.of(file).normalize().toString();
  }

  /** Returns the file of a page on the site, by the page's name in the checkout. */
  static String htmlName(String markdown) {
    return markdown.equals(README) ? OVERVIEW : withHtml(markdown);
  }

  private static String withHtml(String markdown) {
    return markdown.replaceFirst("README\\.md$", "index.md").replaceFirst("\\.md$", ".html");
  }
}
