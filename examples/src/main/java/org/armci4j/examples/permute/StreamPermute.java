package org.armci4j.examples.permute;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.sparse.EntryList;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemStream;

/**
 * Permutes by two streams, one after the other. An entry goes to the owner of its column, who knows
 * the new one, and from there to the new owner of its row. So nobody asks and waits for an answer:
 * the first stream's handler keeps the entries, and the rank pushes them to the second stream when
 * the first one has finished.
 */
final class StreamPermute {
  private StreamPermute() {}

  /**
   * Returns this rank's rows of the permuted matrix. Collective.
   *
   * @param rowTo where each of this rank's rows goes
   * @param columnTo where each column goes that is dealt to this rank
   */
  static SparseMatrix of(Armci armci, SparseMatrix matrix, int[] rowTo, int[] columnTo) {
    CyclicDeal rows = matrix.rows();
    CyclicDeal columns = rows.ofLength(matrix.columns());
    EntryList byColumn = new EntryList(); // the place of the old column, and the new row
    try (ItemStream stream = PlaceHandler.open(armci, byColumn)) {
      for (int row = 0; row < rows.count(); row++) {
        for (int entry = matrix.start(row); entry < matrix.end(row); entry++) {
          int column = matrix.column(entry);
          stream.pushLongs(columns.owner(column), columns.place(column), rowTo[row]);
        }
      }
      stream.finish();
    }
    EntryList byRow = new EntryList();
    try (ItemStream stream = PlaceHandler.open(armci, byRow)) {
      byColumn.forEach(
          (place, row) -> stream.pushLongs(rows.owner(row), rows.place(row), columnTo[place]));
      stream.finish();
    }
    return byRow.toMatrix(rows, matrix.columns());
  }
}
