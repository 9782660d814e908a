package org.armci4j.examples.sparse;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.armci4j.examples.common.CyclicDeal;

/**
 * Throws unless a matrix has the expected rows; the entries of a row may come in any order.
 *
 * @param expected this rank's rows
 */
public record SameRows(SparseMatrix expected) implements Consumer<SparseMatrix> {
  @Override
  public void accept(SparseMatrix found) {
    CyclicDeal rows = expected.rows();
    for (int place = 0; place < rows.count(); place++) {
      int[] row = found.row(place);
      int[] expectedRow = expected.row(place);
      Arrays.sort(row);
      Arrays.sort(expectedRow);
      int wrong = Arrays.mismatch(row, expectedRow);
      if (wrong >= 0) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "row %d, entry %d: column %s instead of %s",
                rows.index(place),
                wrong,
                column(row, wrong),
                column(expectedRow, wrong)));
      }
    }
  }

  private static String column(int[] row, int entry) {
    return entry < row.length ? Integer.toString(row[entry]) : "none";
  }
}
