package org.armci4j.bootstrap.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML that is well-formed XML too, and SVG. Every text and value is escaped. */
public final class Markup {
  /** Asks the browser to load nothing, whatever the page says. */
  private static final String ALONE = "default-src 'none'; style-src 'unsafe-inline'";

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  private Markup() {}

  /**
   * Begins a page of HTML that needs nothing else: no script, no font, no other file. Its colours
   * follow the reader's choice of light or dark, and paper. Its elements {@code html} and {@code
   * body} are open.
   *
   * @param title its title, which is its first heading too
   * @param style style sheets besides that of all pages
   * @return the page
   */
  public static Markup page(String title, String style) {
    Markup page = new Markup();
    page.text.append("<!DOCTYPE html>\n");
    page.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "http-equiv", "Content-Security-Policy", "content", ALONE);
    page.element("title", title).element("style", style() + style).close();
    return page.open("body").element("h1", title);
  }

  /**
   * Begins a file of SVG.
   *
   * @return a file without elements
   */
  public static Markup svg() {
    return new Markup();
  }

  /**
   * Returns the style sheet of all pages.
   *
   * @return its text
   */
  public static String style() {
    return style(Markup.class, "page.css");
  }

  /**
   * Returns a style sheet of a module.
   *
   * @param place a class of the module
   * @param name the sheet's path, such as {@code /META-INF/armci/plots.css}. Another module's
   *     package is closed to this one, so the sheet lies in a folder that is no package.
   * @return its text, in which all quotes are single: a page escapes others, and styles know no
   *     escapes
   */
  public static String style(Class<?> place, String name) {
    try (InputStream in = place.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace('"', '\'');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  /**
   * Opens an element.
   *
   * @param element its name
   * @param attributes pairs of a name and a value
   * @return this
   */
  public Markup open(String element, Object... attributes) {
    start(element, attributes);
    text.append('>');
    open.push(element);
    return this;
  }

  /**
   * Writes an element without content.
   *
   * @param element its name
   * @param attributes pairs of a name and a value
   * @return this
   */
  public Markup empty(String element, Object... attributes) {
    start(element, attributes);
    text.append("/>");
    return this;
  }

  private void start(String element, Object... attributes) {
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(escaped(attributes[i + 1].toString())).append('"');
    }
  }

  /**
   * Closes the element that was opened last.
   *
   * @return this
   */
  public Markup close() {
    text.append("</").append(open.pop()).append('>');
    return this;
  }

  /**
   * Writes a text.
   *
   * @param words the text
   * @return this
   */
  public Markup text(String words) {
    text.append(escaped(words));
    return this;
  }

  /**
   * Writes a whole element with a text.
   *
   * @param element its name
   * @param words the text
   * @param attributes pairs of a name and a value
   * @return this
   */
  public Markup element(String element, String words, Object... attributes) {
    return open(element, attributes).text(words).close();
  }

  private static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * Closes what is still open.
   *
   * @return everything
   */
  public String end() {
    while (!open.isEmpty()) {
      close();
    }
    return text.append('\n').toString();
  }
}
