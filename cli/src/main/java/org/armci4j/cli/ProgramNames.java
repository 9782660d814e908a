package org.armci4j.cli;

import java.util.Optional;
import java.util.SortedMap;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.text.Text;

/** The short names of programs, looked up only when one is asked for. */
final class ProgramNames {
  private final String kind;
  private final String noun;

  /**
   * The programs of a kind, one of the constants of {@link ProgramCatalog}, called {@code noun}.
   */
  ProgramNames(String kind, String noun) {
    this.kind = kind;
    this.noun = noun;
  }

  /** Main classes by name. */
  SortedMap<String, String> list() {
    return new ProgramCatalog(ProgramNames.class.getClassLoader()).list(kind);
  }

  /** What each does, in a line, by name; empty for one that does not say. */
  SortedMap<String, String> descriptions() {
    return new ProgramCatalog(ProgramNames.class.getClassLoader()).descriptions(kind);
  }

  /** Their names, for a message. */
  String all() {
    SortedMap<String, String> known = list();
    return known.isEmpty() ? "none on the class path" : String.join(", ", known.keySet());
  }

  /** The main class behind a name, if it is known. */
  Optional<String> find(String name) {
    return Optional.ofNullable(list().get(name));
  }

  /** Says that a name is not known, which is the nearest, and which there are. */
  String missing(String name) {
    SortedMap<String, String> known = list();
    String nearest = NearestName.advice(name, known.keySet());
    return Text.format("no %s '%s'; %s%ss: %s", noun, name, nearest, noun, all());
  }

  /** Whether the main method of a known program has a parameter. */
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
