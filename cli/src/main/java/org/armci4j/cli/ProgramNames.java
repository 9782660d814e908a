package org.armci4j.cli;

import java.util.Optional;
import java.util.SortedMap;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.text.Text;

/** Looks up the short names of programs, and only when one is asked for. */
final class ProgramNames {
  private final String kind;
  private final String noun;

  /**
   * Names the programs of a kind, one of the constants of {@link ProgramCatalog}; messages call one
   * a {@code noun}.
   */
  ProgramNames(String kind, String noun) {
    this.kind = kind;
    this.noun = noun;
  }

  /** Returns the main classes by name. */
  SortedMap<String, String> list() {
    return new ProgramCatalog(ProgramNames.class.getClassLoader()).list(kind);
  }

  /** Returns a line about each program, by name; empty for a program without one. */
  SortedMap<String, String> descriptions() {
    return new ProgramCatalog(ProgramNames.class.getClassLoader()).descriptions(kind);
  }

  /** Returns all names, for a message. */
  String all() {
    SortedMap<String, String> known = list();
    return known.isEmpty() ? "none on the class path" : String.join(", ", known.keySet());
  }

  /** Returns the main class of a name, if it is known. */
  Optional<String> find(String name) {
    return Optional.ofNullable(list().get(name));
  }

  /** Returns the message for an unknown name, with the nearest name and all names. */
  String missing(String name) {
    SortedMap<String, String> known = list();
    String nearest = NearestName.advice(name, known.keySet());
    return Text.format("no %s '%s'; %s%ss: %s", noun, name, nearest, noun, all());
  }

  /** Returns whether the main method of a known program has a parameter. */
  boolean takesArguments(String name) {
    try {
      Class<?> type = Class.forName(list().get(name), false, ProgramNames.class.getClassLoader());
      return type.getDeclaredMethod("main", String[].class) != null;
    } catch (NoSuchMethodException none) {
      return false;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the class of " + name + " is listed, and missing", e);
    }
  }
}
