package org.armci4j.examples.permute;

import org.armci4j.Armci;
import org.armci4j.IntBlock;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.GrowingInts;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Permutes by single gets and puts, many at once in virtual threads. Each rank puts its rows to
 * their new owners, each row by one put, and then gets the new column of each entry that has come.
 */
final class WordPermute implements AutoCloseable {
  private final Armci armci;
  private final VirtualParts parts;
  private final GrowingInts memory; // for the entries of the result

  /** Of each new row the number of its entries, and then where they begin at its owner. */
  private final DealtLongs starts;

  /** Where each column goes. */
  private final DealtLongs newColumns;

  WordPermute(Armci armci, int rows, int columns, VirtualParts parts) {
    this.armci = armci;
    this.parts = parts;
    this.memory = new GrowingInts(armci);
    this.starts = new DealtLongs(armci, rows);
    this.newColumns = new DealtLongs(armci, columns);
  }

  /**
   * Returns this rank's rows of the permuted matrix. Collective.
   *
   * @param rowTo where each of this rank's rows goes
   * @param columnTo where each column goes that is dealt to this rank
   */
  SparseMatrix of(SparseMatrix matrix, int[] rowTo, int[] columnTo) {
    CyclicDeal rows = matrix.rows();
    for (int row = 0; row < rows.count(); row++) {
      starts.put(rowTo[row], matrix.end(row) - matrix.start(row)); // the count at first
    }
    for (int place = 0; place < columnTo.length; place++) {
      newColumns.own().put(place, columnTo[place]);
    }
    armci.barrier(); // the counts are complete
    int[] ownStarts = SparseMatrix.countsToStarts(starts);
    int[] entries = new int[ownStarts[rows.count()]];
    IntBlock[] blocks = memory.room(entries.length); // and all know where their rows begin
    parts.run(
        (first, step) -> {
          for (int row = first; row < rows.count(); row += step) {
            int[] old = matrix.row(row); // with the old columns
            long start = starts.get(rowTo[row]);
            blocks[rows.owner(rowTo[row])].put(start, old, 0, old.length);
          }
        });
    armci.barrier(); // the rows of all ranks are in place
    blocks[armci.rank()].get(0, entries, 0, entries.length);
    parts.run(
        (first, step) -> {
          for (int entry = first; entry < entries.length; entry += step) {
            entries[entry] = (int) newColumns.get(entries[entry]);
          }
        });
    armci.barrier(); // all have read the new columns
    return new SparseMatrix(rows, matrix.columns(), ownStarts, entries);
  }

  /** Frees what the ranks share; all ranks together. */
  @Override
  public void close() {
    memory.close();
    newColumns.close();
    starts.close();
  }
}
