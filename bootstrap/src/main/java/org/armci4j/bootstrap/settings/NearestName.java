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
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
