package org.armci4j.examples.toposort;

import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Keeps in one word how many entries of a row remain, and the column of the last one: it is the sum
 * of n + column over the remaining entries, with n columns. As a column is below n, the word is
 * from n to 2 n - 1 while exactly one entry remains, and larger before. A subtraction removes an
 * entry.
 *
 * <p>Source: bale, an alternate form of its toposort.
 *
 * @param columns n
 */
record RowWord(int columns) {
  /** Returns the words of this rank's rows. */
  static long[] all(SparseMatrix matrix) {
    RowWord word = new RowWord(matrix.columns());
    long[] words = new long[matrix.rows().count()];
    for (int place = 0; place < words.length; place++) {
      for (int entry = matrix.start(place); entry < matrix.end(place); entry++) {
        words[place] += word.weight(matrix.column(entry));
      }
    }
    return words;
  }

  /** Returns what an entry contributes. */
  long weight(int column) {
    return (long) columns + column;
  }

  /** Returns whether one entry remains. */
  boolean isLast(long word) {
    return word >= columns && word < 2L * columns;
  }

  /** Returns the column of the entry that remains. */
  int column(long word) {
    return (int) (word - columns);
  }
}
