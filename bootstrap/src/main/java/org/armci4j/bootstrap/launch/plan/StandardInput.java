package org.armci4j.bootstrap.launch.plan;

import java.util.Arrays;
import java.util.List;

/** Says which ranks get the launcher's standard input; the other ranks read its end. */
public enum StandardInput {
  /** No rank gets it; the launcher reads nothing. */
  NONE("none"),

  /** Rank 0 gets it. The launcher reads ahead of rank 0 as far as buffers allow. */
  FIRST("0"),

  /** Every rank gets all of it, at the pace of the slowest rank. */
  ALL("all");

  private final String word;

  StandardInput(String word) {
    this.word = word;
  }

  /**
   * Returns the choice of this name.
   *
   * @throws IllegalArgumentException when there is no such choice; the message lists all names
   */
  public static StandardInput of(String word) {
    for (StandardInput one : values()) {
      if (one.word.equals(word)) {
        return one;
      }
    }
    List<String> words = Arrays.stream(values()).map(one -> one.word).toList();
    throw new IllegalArgumentException("'" + word + "' is none of " + String.join(", ", words));
  }

  /** Returns the name of the choice. */
  public String word() {
    return word;
  }

  /** Returns whether a rank gets the input. */
  public boolean reaches(int rank) {
    return this == ALL || (this == FIRST && rank == 0);
  }
}
