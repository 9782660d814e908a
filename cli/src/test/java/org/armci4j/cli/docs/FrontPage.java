package org.armci4j.cli.docs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes the first page of the site: what this is, a picture, three commands, a program and a plot.
 * All but the commands comes from the README, so that nothing is said twice.
 */
final class FrontPage {
  /** Word in the header of the README's table of medians, from which the plot is made. */
  private static final String MEDIANS = "best peer";

  private final Node readme = Pages.parse(Pages.ROOT.resolve("README.md"));
  private final HtmlRenderer renderer;

  FrontPage(HtmlRenderer renderer) {
    this.renderer = renderer;
  }

  /** Returns the page's content as HTML. */
  String content() throws IOException {
    return Site.resource("/front.html")
        .replace("{what}", renderer.render(first(Paragraph.class)))
        .replace("{picture}", renderer.render(image()))
        .replace("{program}", renderer.render(program()))
        .replace("{plot}", new MedianPlot(medians()).html());
  }

  private <T extends Node> T first(Class<T> type) {
    for (Node node = readme.getFirstChild(); node != null; node = node.getNext()) {
      if (type.isInstance(node)) {
        return type.cast(node);
      }
    }
    throw new NoSuchElementException("no " + type.getSimpleName() + " in the README");
  }

  private Image image() {
    List<Image> images = new ArrayList<>();
    readme.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Image image) {
            images.add(image);
          }
        });
    return images.getFirst();
  }

  private FencedCodeBlock program() {
    List<FencedCodeBlock> programs = new ArrayList<>();
    readme.accept(
        new AbstractVisitor() {
          @Override
          public void visit(FencedCodeBlock block) {
            if (block.getInfo().equals("java")) {
              programs.add(block);
            }
          }
        });
    return programs.getFirst();
  }

  /** Returns the rows of the table of medians, without its header. */
  List<List<String>> medians() {
    List<List<List<String>>> tables = new ArrayList<>();
    readme.accept(
        new AbstractVisitor() {
          @Override
          public void visit(CustomBlock block) {
            if (block instanceof TableBlock) {
              tables.add(new ArrayList<>());
            }
            visitChildren(block);
          }

          @Override
          public void visit(CustomNode node) {
            if (node instanceof TableRow) {
              tables.getLast().add(new ArrayList<>());
            } else if (node instanceof TableCell) {
              tables.getLast().getLast().add(Pages.plainText(node));
            }
            visitChildren(node);
          }
        });
    List<List<String>> found =
        tables.stream()
            .filter(table -> table.getFirst().contains(MEDIANS))
            .findFirst()
            .orElseThrow();
    return found.subList(1, found.size());
  }
}
