package org.armci4j.examples.sparse;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.stream.ItemStream;

/** Transposes by a stream: each entry goes to the owner of its column. */
public final class StreamTranspose {
  private StreamTranspose() {}

  /**
   * Transposes a matrix. Collective.
   *
   * @param armci the rank's runtime
   * @param matrix this rank's rows
   * @return this rank's rows of the transposed matrix
   */
  public static SparseMatrix of(Armci armci, SparseMatrix matrix) {
    CyclicDeal columns = matrix.rows().ofLength(matrix.columns());
    EntryList found = new EntryList();
    try (ItemStream stream = PlaceHandler.open(armci, found)) {
      for (int row = 0; row < matrix.rows().count(); row++) {
        for (int entry = matrix.start(row); entry < matrix.end(row); entry++) {
          int column = matrix.column(entry);
          stream.pushLongs(columns.owner(column), columns.place(column), matrix.rows().index(row));
        }
      }
      stream.finish();
    }
    return found.toMatrix(columns, matrix.rows().length());
  }
}
