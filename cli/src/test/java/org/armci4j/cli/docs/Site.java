package org.armci4j.cli.docs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes one site of the documentation: each page of Markdown as HTML beside the others, and the
 * Javadoc of all modules below {@code api}.
 */
final class Site {
  /** Address of the checkout's files that are no pages. */
  private static final String SOURCES = "https://github.com/armci4j/armci4j/blob/main/";

  private static final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");

  private final Path folder;
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
                  })
          .build();

  /**
   * @param folder folder of the site
   */
  Site(Path folder) {
    this.folder = folder;
  }

  /** Makes all pages. */
  void writePages() throws IOException {
    for (Path page : Pages.all()) {
      Path html = folder.resolve(htmlName(Pages.name(page)));
      Files.createDirectories(html.getParent());
      Files.writeString(html, html(page));
    }
    Files.writeString(folder.resolve("site.css"), resource("/site.css"));
  }

  private String html(Path page) throws IOException {
    Node content = Pages.parse(page);
    String up = "../".repeat(Pages.ROOT.relativize(page).getNameCount() - 1);
    List<String> titles = new ArrayList<>();
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
        });
    return resource("/site.html")
        .replace("{up}", up)
        .replace("{title}", titles.getFirst())
        .replace("{content}", renderer.render(content));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the target of a page's link on the site. */
  private static String onSite(Path page, String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return link;
    }
    String path = link.replaceFirst("#.*", "");
    return path.endsWith(".md")
        ? htmlName(path) + link.substring(path.length())
        : SOURCES + Pages.name(page.resolveSibling(link).normalize());
  }

  private static String htmlName(String markdown) {
    return markdown.replaceFirst("README\\.md$", "index.md").replaceFirst("\\.md$", ".html");
  }

  /** Makes the Javadoc of all modules; returns false when the tool finds a mistake. */
  boolean writeJavadoc() throws IOException {
    Map<String, Path> modules = modules();
    List<String> words = new ArrayList<>(List.of("-quiet", "-Xdoclint:none", "-encoding", "UTF-8"));
    words.addAll(List.of("-d", folder.resolve("api").toString()));
    words.addAll(List.of("-windowtitle", "armci4j", "-doctitle", "armci4j", "-notimestamp"));
    words.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    words.addAll(List.of("--module-path", libraries()));
    modules.forEach(
        (name, sources) -> words.addAll(List.of("--module-source-path", name + "=" + sources)));
    words.addAll(List.of("--module", String.join(",", modules.keySet())));
    ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    return javadoc.run(System.out, System.err, words.toArray(String[]::new)) == 0;
  }

  private static Map<String, Path> modules() throws IOException {
    Map<String, Path> modules = new TreeMap<>();
    try (Stream<Path> found = Files.walk(Pages.ROOT, 6)) {
      for (Path info :
          found.filter(path -> path.endsWith("src/main/java/module-info.java")).toList()) {
        Matcher name = MODULE.matcher(Files.readString(info));
        if (name.find()) {
          modules.put(name.group(1), info.getParent());
        }
      }
    }
    return modules;
  }

  /** Returns the jars that this project's modules need. */
  private static String libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar") && !Path.of(entry).startsWith(Pages.ROOT))
        .filter(entry -> !entry.contains("/org/armci4j/"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
