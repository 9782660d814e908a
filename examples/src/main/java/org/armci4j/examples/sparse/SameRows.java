package org.armci4j.examples.sparse;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Throws unless a matrix has the expected rows.
 *
 * @param expected this rank's rows
 */
public record SameRows(SparseMatrix expected) implements Consumer<SparseMatrix> {
  @Override
  public void accept(SparseMatrix found) {
    CyclicDeal rows = expected.rows();
    for (int place = 0; place < rows.count(); place++) {
      if (!Arrays.equals(found.row(place), expected.row(place))) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "row %d has columns %s instead of %s",
                rows.index(place),
                Arrays.toString(found.row(place)),
                Arrays.toString(expected.row(place))));
      }
    }
  }
}
