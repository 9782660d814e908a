package org.armci4j.bootstrap.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a misspelled one probably stands for. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns the known name that takes the fewest changes of one character, however many.
   *
   * @param name the given name
   * @param known all known names
   * @return empty when no name is known
   */
  public static Optional<String> of(String name, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(candidate -> distance(name, candidate)));
  }

  /**
   * Returns the nearest known name if it is near enough to be meant probably.
   *
   * @param name the given name
   * @param known all known names
   * @return empty when no name is near
   */
  public static Optional<String> probably(String name, Collection<String> known) {
    return of(name, known).filter(nearest -> distance(name, nearest) <= 1 + name.length() / 4);
  }

  /**
   * Returns a question for a message: whether the nearest name was meant.
   *
   * @param name the given name
   * @param known all known names
   * @return empty when no name is near
   */
  public static String advice(String name, Collection<String> known) {
    return probably(name, known).map(nearest -> "did you mean " + nearest + "? ").orElse("");
  }

  /**
   * Returns the number of changes between two names. A change replaces, adds or removes one
   * character, or exchanges two neighbours (optimal string alignment, after Damerau and
   * Levenshtein).
   */
  static int distance(String a, String b) {
    int[][] changes = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        changes[i][j] = i == 0 || j == 0 ? i + j : least(changes, a, b, i, j);
      }
    }
    return changes[a.length()][b.length()];
  }

  private static int least(int[][] changes, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int replaced = changes[i - 1][j - 1] + (same ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(changes[i - 1][j], changes[i][j - 1]));
    boolean exchanged =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return exchanged ? Math.min(least, 1 + changes[i - 2][j - 2]) : least;
  }
}
