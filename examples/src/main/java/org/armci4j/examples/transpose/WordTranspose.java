package org.armci4j.examples.transpose;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Transposes by atomics, gets and puts of single words. The ranks count the entries of each column,
 * by which each entry also learns how many come before it. Then they put each entry into its place
 * behind the start of its column, many at once in virtual threads.
 */
final class WordTranspose {
  private WordTranspose() {}

  /** Returns this rank's rows of the transposed matrix. Collective. */
  static SparseMatrix of(Armci armci, SparseMatrix matrix, VirtualParts parts) {
    CyclicDeal columns = matrix.rows().ofLength(matrix.columns());
    int[] before = new int[matrix.entries()]; // of each entry in its column
    try (DealtLongs places = new DealtLongs(armci, matrix.columns())) {
      parts.run(
          (first, step) -> {
            for (int entry = first; entry < matrix.entries(); entry += step) {
              before[entry] = (int) places.fetchAndAdd(matrix.column(entry), 1);
            }
          });
      armci.barrier(); // the counts are complete
      int[] starts = SparseMatrix.starts(places.readOwn());
      for (int place = 0; place < columns.count(); place++) {
        places.put(columns.index(place), starts[place]);
      }
      int[] entries = new int[starts[columns.count()]];
      GlobalMemory memory = armci.allocate((long) Integer.BYTES * entries.length);
      armci.barrier(); // all know where their columns begin
      parts.run(
          (first, step) -> {
            for (int row = first; row < matrix.rows().count(); row += step) {
              for (int entry = matrix.start(row); entry < matrix.end(row); entry++) {
                int column = matrix.column(entry);
                long at = Integer.BYTES * (places.get(column) + before[entry]);
                armci.putInt(memory, columns.owner(column), at, matrix.rows().index(row));
              }
            }
          });
      armci.barrier(); // the entries of all ranks are in place
      memory.ints(armci.rank()).get(0, entries, 0, entries.length);
      armci.free(memory);
      return new SparseMatrix(columns, matrix.rows().length(), starts, entries);
    }
  }
}
