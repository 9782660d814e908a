package org.armci4j.bootstrap;

import org.armci4j.bootstrap.text.Text;

/**
 * Makes text of another process fit for a message or a terminal. Control characters could move the
 * cursor or forge lines, so they become escapes such as {@code \\u001b}.
 */
public final class Printable {
  private Printable() {}

  /** Returns the text in one line: ends of lines are escaped too. */
  public static String line(String received) {
    return escape(received, "");
  }

  /** Returns the text with its line ends and tabulators unchanged. */
  public static String lines(String received) {
    return escape(received, "\n\t");
  }

  private static String escape(String text, String allowed) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHarmless(c) || allowed.indexOf(c) >= 0) {
        escaped.append(c);
      } else {
        escaped.append(Text.format("\\u%04x", (int) c));
      }
    }
    return escaped.length() == text.length() ? text : escaped.toString();
  }

  private static boolean isHarmless(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
