package org.armci4j.examples.toposort;

import java.util.Arrays;
import java.util.Locale;
import org.armci4j.examples.sparse.SparseMatrix;

/** The order that a form has found: new places of all rows and columns. */
record FoundOrder(long[] rowTo, long[] columnTo, int levels) {
  /**
   * Throws unless this rank's rows become part of an upper triangle with a full diagonal, every row
   * and column has a place of its own, and the levels are as few as can be.
   */
  void require(SparseMatrix matrix, int expectedLevels) {
    requirePermutation(rowTo, "rows");
    requirePermutation(columnTo, "columns");
    for (int place = 0; place < matrix.rows().count(); place++) {
      long row = rowTo[matrix.rows().index(place)];
      boolean diagonal = false;
      for (int entry = matrix.start(place); entry < matrix.end(place); entry++) {
        long column = columnTo[matrix.column(entry)];
        diagonal |= column == row;
        if (column < row) {
          throw new IllegalStateException(
              String.format(Locale.ROOT, "row %d has an entry in column %d", row, column));
        }
      }
      if (!diagonal) {
        throw new IllegalStateException("row " + row + " has nothing on the diagonal");
      }
    }
    if (levels != expectedLevels) {
      throw new IllegalStateException(levels + " levels, not " + expectedLevels);
    }
  }

  private static void requirePermutation(long[] places, String what) {
    long[] sorted = places.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] != i) {
        throw new IllegalStateException("the new places of the " + what + " are no permutation");
      }
    }
  }
}
