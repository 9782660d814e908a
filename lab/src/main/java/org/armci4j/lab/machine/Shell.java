package org.armci4j.lab.machine;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats words and variables as text that a POSIX shell reads back unchanged. */
final class Shell {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private Shell() {}

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  static String line(List<String> words) {
    return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
  }

  /** Returns one assignment a line; {@code prefix} is {@code "export "} or nothing. */
  static String assignments(String prefix, Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(variable -> prefix + variable.getKey() + "=" + quote(variable.getValue()) + "\n")
        .collect(Collectors.joining());
  }
}
