package org.armci4j.cli.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The difference between two texts of an API.
 *
 * @param breaks what code that uses the old API may no longer find, or must implement anew
 * @param additions all else that is new
 */
record ApiChange(Set<String> breaks, Set<String> additions) {
  private static final Pattern TYPE_NAME =
      Pattern.compile("(?:class|interface|enum|record) ([\\w.$]+)");

  /**
   * Compares two texts, as {@link ApiModule#describe} makes them.
   *
   * @param before the lines of the old text
   * @param after the lines of the new text
   */
  static ApiChange between(List<String> before, List<String> after) {
    Set<String> old = members(before);
    Set<String> now = members(after);
    Set<String> breaks = new TreeSet<>(old);
    breaks.removeAll(now);
    Set<String> additions = new TreeSet<>(now);
    additions.removeAll(old);
    Set<String> oldTypes = new TreeSet<>();
    old.forEach(member -> oldTypes.add(typeOf(member)));
    for (String addition : Set.copyOf(additions)) {
      boolean mustBeImplemented = addition.contains(": abstract ");
      if (mustBeImplemented && oldTypes.contains(typeOf(addition)) && !isSealed(addition, now)) {
        additions.remove(addition);
        breaks.add(addition);
      }
    }
    return new ApiChange(breaks, additions);
  }

  /** Returns each member behind the name of its type, and each type's own line likewise. */
  private static Set<String> members(List<String> lines) {
    Set<String> members = new LinkedHashSet<>();
    String type = "";
    for (String line : lines) {
      Matcher name = TYPE_NAME.matcher(line);
      if (line.startsWith("  ")) {
        members.add(type + ": " + line.strip());
      } else if (!line.startsWith("#") && name.find()) {
        type = name.group(1);
        members.add(type + ": " + line);
      }
    }
    return members;
  }

  private static String typeOf(String member) {
    return member.substring(0, member.indexOf(':'));
  }

  private static boolean isSealed(String member, Set<String> all) {
    String start = typeOf(member) + ": ";
    return all.stream().anyMatch(one -> one.startsWith(start) && one.contains(" sealed "));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    breaks.forEach(line -> text.append("  breaks ").append(line).append('\n'));
    additions.forEach(line -> text.append("  adds   ").append(line).append('\n'));
    return text.toString();
  }
}
