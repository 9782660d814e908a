package org.armci4j.bootstrap.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a misspelled name was probably meant to be. */
public final class NearestName {
  private NearestName() {}

  /**
   * The known name that takes the fewest changes of one character, however many.
   *
   * @param name what was given
   * @param known the names that there are
   * @return empty where there are none
   */
  public static Optional<String> of(String name, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(candidate -> distance(name, candidate)));
  }

  /**
   * The nearest known name where it is so near that it was probably meant.
   *
   * @param name what was given
   * @param known the names that there are
   * @return empty where none is near
   */
  public static Optional<String> probably(String name, Collection<String> known) {
    return of(name, known).filter(nearest -> distance(name, nearest) <= 1 + name.length() / 4);
  }

  /**
   * The question whether the nearest name was meant, for a message.
   *
   * @param name what was given
   * @param known the names that there are
   * @return empty where none is near
   */
  public static String advice(String name, Collection<String> known) {
    return probably(name, known).map(nearest -> "did you mean " + nearest + "? ").orElse("");
  }

  /**
   * The number of changes between two names, each of one character or an exchange of two neighbours
   * (optimal string alignment, after Damerau and Levenshtein).
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
