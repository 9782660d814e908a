package org.armci4j.cli;

import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;

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

  /** The main class behind a name, if it is known. */
  Optional<String> find(String name) {
    return Optional.ofNullable(list().get(name));
  }

  /** Says that a name is not known, which is the nearest, and which there are. */
  String missing(String name) {
    SortedMap<String, String> known = list();
    String nearest =
        known.keySet().stream()
            .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
            .filter(candidate -> distance(name, candidate) <= 1 + name.length() / 4)
            .map(candidate -> "did you mean " + candidate + "? ")
            .orElse("");
    String all = known.isEmpty() ? "none on the class path" : String.join(", ", known.keySet());
    return "no %s '%s'; %s%ss: %s".formatted(noun, name, nearest, noun, all);
  }

  /** The number of single-character edits between two names (Levenshtein). */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
      }
    }
    return row[b.length()];
  }
}
