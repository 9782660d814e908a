package org.armci4j.examples.permute;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.IntBlock;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Permutes by single gets and puts, many at once in virtual threads. Each rank puts its rows to
 * their new owners, each row by one put, and then gets the new column of each entry that has come.
 */
final class WordPermute {
  private WordPermute() {}

  /**
   * Returns this rank's rows of the permuted matrix. Collective.
   *
   * @param rowTo where each of this rank's rows goes
   * @param columnTo where each column goes that is dealt to this rank
   */
  static SparseMatrix of(
      Armci armci, SparseMatrix matrix, int[] rowTo, int[] columnTo, VirtualParts parts) {
    CyclicDeal rows = matrix.rows();
    try (DealtLongs starts = new DealtLongs(armci, rows.length());
        DealtLongs newColumns = new DealtLongs(armci, matrix.columns())) {
      for (int row = 0; row < rows.count(); row++) {
        starts.put(rowTo[row], matrix.end(row) - matrix.start(row)); // the count at first
      }
      CyclicDeal columns = rows.ofLength(matrix.columns());
      for (int place = 0; place < columnTo.length; place++) {
        newColumns.put(columns.index(place), columnTo[place]);
      }
      armci.barrier(); // the counts are complete
      int[] ownStarts = SparseMatrix.starts(starts.readOwn());
      for (int row = 0; row < rows.count(); row++) {
        starts.put(rows.index(row), ownStarts[row]);
      }
      GlobalMemory memory = armci.allocate((long) Integer.BYTES * ownStarts[rows.count()]);
      IntBlock[] blocks = new IntBlock[armci.size()];
      Arrays.setAll(blocks, memory::ints);
      armci.barrier(); // all know where their rows begin
      parts.run(
          (first, step) -> {
            for (int row = first; row < rows.count(); row += step) {
              int[] old = matrix.row(row); // with the old columns
              long start = starts.get(rowTo[row]);
              blocks[rows.owner(rowTo[row])].put(start, old, 0, old.length);
            }
          });
      armci.barrier(); // the rows of all ranks are in place
      int[] entries = new int[ownStarts[rows.count()]];
      blocks[armci.rank()].get(0, entries, 0, entries.length);
      armci.free(memory);
      parts.run(
          (first, step) -> {
            for (int entry = first; entry < entries.length; entry += step) {
              entries[entry] = (int) newColumns.get(entries[entry]);
            }
          });
      return new SparseMatrix(rows, matrix.columns(), ownStarts, entries);
    }
  }
}
