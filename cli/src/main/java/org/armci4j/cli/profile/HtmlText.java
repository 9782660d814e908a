package org.armci4j.cli.profile;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML with pictures in it; every text and value is escaped. */
final class HtmlText {
  private final StringBuilder text = new StringBuilder("<!DOCTYPE html>\n");
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element. The attributes are pairs of a name and a value. */
  HtmlText open(String element, Object... attributes) {
    start(element, attributes);
    open.push(element);
    return this;
  }

  /** Writes an element that has no end. */
  HtmlText start(String element, Object... attributes) {
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(escape(attributes[i + 1].toString())).append('"');
    }
    text.append('>');
    return this;
  }

  /** Closes the element that was opened last. */
  HtmlText close() {
    text.append("</").append(open.pop()).append(">\n");
    return this;
  }

  HtmlText text(String words) {
    text.append(escape(words));
    return this;
  }

  /** Writes a whole element with a text. */
  HtmlText element(String element, String words, Object... attributes) {
    return open(element, attributes).text(words).close();
  }

  private static String escape(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Returns all that was written; every element must be closed. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("open elements: " + open);
    }
    return text.toString();
  }
}
