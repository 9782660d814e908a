package org.armci4j.bootstrap.text;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;

/**
 * Formats text that a machine may read: names of jobs and files, JSON, tables, messages that tests
 * compare or users search for, and commands to type in.
 */
public final class Text {
  private Text() {}

  /**
   * Returns the text with the digits 0 to 9 and a decimal point, whatever the user's locale. The
   * locale of the JVM may have other digits (Arabic, Persian, Bengali), other separators, and other
   * rules for letters (the Turkish i).
   *
   * @param format as in {@link String#format}
   * @param arguments of the format
   * @return the formatted text
   */
  @FormatMethod
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
