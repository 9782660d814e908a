package org.armci4j.cli.docs;

import java.util.Map;
import java.util.Set;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * Renders code within a line, so that a browser does not break words behind the dashes of an
 * option.
 */
final class CodeRenderer implements NodeRenderer {
  private final HtmlWriter html;

  CodeRenderer(HtmlWriter html) {
    this.html = html;
  }

  @Override
  public Set<Class<? extends Node>> getNodeTypes() {
    return Set.of(Code.class);
  }

  @Override
  public void render(Node node) {
    html.tag("code");
    String between = "";
    for (String word : ((Code) node).getLiteral().split(" ", -1)) {
      html.text(between);
      if (word.startsWith("-")) {
        html.tag("span", Map.of("class", "option"));
        html.text(word);
        html.tag("/span");
      } else {
        html.text(word);
      }
      between = " ";
    }
    html.tag("/code");
  }
}
