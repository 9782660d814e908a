package org.armci4j.cli.docs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Collects the sections of all pages for the search of the site. The browser makes the index of
 * words itself, when somebody searches, so that pages work without a server.
 */
final class SearchIndex {
  private final TextContentRenderer renderer =
      TextContentRenderer.builder().extensions(List.of(TablesExtension.create())).build();
  private final StringWriter script = new StringWriter();
  private final JsonGenerator json;

  SearchIndex() throws IOException {
    script.append("const SECTIONS = ");
    json = new JsonFactory().createGenerator(script);
    json.writeStartArray();
  }

  /**
   * Adds the sections of a page.
   *
   * @param html the page as a file of the site
   * @param page its content
   */
  void add(String html, Node page) throws IOException {
    String pageTitle = null;
    Heading heading = null;
    StringBuilder text = new StringBuilder();
    for (Node node = page.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading next) {
        write(html, pageTitle, heading, text);
        heading = next;
        pageTitle = pageTitle == null ? Pages.plainText(next) : pageTitle;
        text.setLength(0);
      } else {
        text.append(renderer.render(node)).append(' ');
      }
    }
    write(html, pageTitle, heading, text);
  }

  private void write(String html, String page, Heading heading, StringBuilder text)
      throws IOException {
    if (heading != null) {
      json.writeStartObject();
      json.writeStringField("page", page);
      json.writeStringField("title", Pages.plainText(heading));
      json.writeStringField("link", html + "#" + Pages.anchor(heading));
      json.writeStringField("text", text.toString().replaceAll("\\s+", " ").strip());
      json.writeEndObject();
    }
  }

  /** Returns the script that declares the sections; nothing can be added behind it. */
  String script() throws IOException {
    json.writeEndArray();
    json.close();
    return script + ";\n";
  }
}
