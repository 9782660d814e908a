package org.armci4j.bootstrap.launch.plan;

import java.util.Arrays;
import java.util.List;

/** Which ranks get what comes on the launcher's standard input; the others read its end. */
public enum StandardInput {
  /** No rank; the launcher reads nothing. */
  NONE("none"),

  /** Rank 0. The launcher reads ahead of it, as far as buffers go. */
  FIRST("0"),

  /** Every rank, all of it; the slowest sets the pace. */
  ALL("all");

  private final String word;

  StandardInput(String word) {
    this.word = word;
  }

  /**
   * The choice of this name.
   *
   * @throws IllegalArgumentException when there is none; its message lists them
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
