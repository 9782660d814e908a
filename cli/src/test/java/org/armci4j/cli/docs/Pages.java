package org.armci4j.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Reads the checkout's pages of Markdown. */
public final class Pages {
  /** Root of the checkout: tests run in the folder of their module. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** The page that lists all others. */
  static final Path INDEX = ROOT.resolve("docs/README.md");

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .build();

  /**
   * Holds a block of code.
   *
   * @param place the page and the line, for messages
   * @param language as the fence names it, or empty
   * @param text its lines
   */
  public record Block(String place, String language, String text) {}

  private Pages() {}

  /** Returns all pages: those of the root folder and of docs, without the site's own. */
  public static List<Path> all() {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.of(root, docs)
          .flatMap(files -> files.filter(file -> file.toString().endsWith(".md")).sorted())
          .filter(file -> !file.startsWith(ROOT.resolve("docs/site")))
          .forEach(pages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  /** Returns the page's name in the checkout. */
  static String name(Path page) {
    return ROOT.relativize(page).toString();
  }

  static Node parse(Path page) {
    try {
      return PARSER.parse(Files.readString(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the fenced blocks of all pages, in order. */
  public static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Path page : all()) {
      parse(page)
          .accept(
              new AbstractVisitor() {
                @Override
                public void visit(FencedCodeBlock block) {
                  int line = block.getSourceSpans().getFirst().getLineIndex() + 1;
                  blocks.add(
                      new Block(name(page) + ":" + line, block.getInfo(), block.getLiteral()));
                }
              });
    }
    return blocks;
  }

  /** Returns the pieces of code within the lines of a page. */
  static List<String> inlineCode(Path page) {
    List<String> code = new ArrayList<>();
    parse(page)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Code piece) {
                code.add(piece.getLiteral());
              }
            });
    return code;
  }

  /** Returns the inline code of all pages that begins with a word. */
  public static List<Block> inlineCodeThatBegins(String start) {
    return all().stream()
        .flatMap(page -> inlineCode(page).stream().map(code -> new Block(name(page), "", code)))
        .filter(block -> block.text().startsWith(start))
        .toList();
  }

  /** Returns where a page's links lead, and the files of its pictures. */
  static List<String> links(Path page) {
    List<String> links = new ArrayList<>();
    parse(page)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Image image) {
                links.add(image.getDestination());
              }

              @Override
              public void visit(Link link) {
                links.add(link.getDestination());
                visitChildren(link);
              }
            });
    return links;
  }

  /** Returns the anchors of a page's headings, as GitHub makes them. */
  static List<String> anchors(Path page) {
    List<String> anchors = new ArrayList<>();
    parse(page)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                anchors.add(anchor(heading));
              }
            });
    return anchors;
  }

  static String anchor(Heading heading) {
    return plainText(heading)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  static String plainText(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text piece) {
            text.append(piece.getLiteral());
          }

          @Override
          public void visit(Code piece) {
            text.append(piece.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak piece) {
            text.append(' ');
          }
        });
    return text.toString();
  }
}
