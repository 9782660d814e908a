package org.armci4j.examples.transpose;

import org.armci4j.Armci;
import org.armci4j.IntBlock;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.GrowingInts;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Transposes by atomics, gets and puts. Each rank sorts its own entries by columns. Then it needs
 * three operations for each column that has some: an addition to the column's count, which also
 * tells how many entries of other ranks come before its own, a get of the column's start, and a put
 * of the entries behind it. Many columns are under way at once in virtual threads.
 */
final class WordTranspose implements AutoCloseable {
  private final Armci armci;
  private final VirtualParts parts;
  private final GrowingInts memory; // for the entries of the result

  /** Of each column the number of its entries, and then where they begin at its owner. */
  private final DealtLongs places;

  WordTranspose(Armci armci, int columns, VirtualParts parts) {
    this.armci = armci;
    this.parts = parts;
    this.memory = new GrowingInts(armci);
    this.places = new DealtLongs(armci, columns);
  }

  /** Returns this rank's rows of the transposed matrix. Collective. */
  SparseMatrix of(SparseMatrix matrix) {
    places.fill(0);
    int[] starts = starts(matrix);
    int[] rows = rows(matrix, starts);
    int[] before = new int[matrix.columns()]; // entries of other ranks in each column
    parts.run(
        (first, step) -> {
          for (int column = first; column < before.length; column += step) {
            int count = starts[column + 1] - starts[column];
            if (count > 0) {
              before[column] = (int) places.fetchAndAdd(column, count);
            }
          }
        });
    armci.barrier(); // the counts are complete
    int[] ownStarts = SparseMatrix.countsToStarts(places);
    CyclicDeal columns = places.deal();
    int[] entries = new int[ownStarts[columns.count()]];
    IntBlock[] blocks = memory.room(entries.length); // and all know where their columns begin
    parts.run(
        (first, step) -> {
          for (int column = first; column < before.length; column += step) {
            int count = starts[column + 1] - starts[column];
            if (count > 0) {
              long to = places.get(column) + before[column];
              blocks[columns.owner(column)].put(to, rows, starts[column], count);
            }
          }
        });
    armci.barrier(); // the entries of all ranks are in place
    blocks[armci.rank()].get(0, entries, 0, entries.length);
    return new SparseMatrix(columns, matrix.rows().length(), ownStarts, entries);
  }

  /** Returns where each column begins among this rank's entries, once they are sorted. */
  private static int[] starts(SparseMatrix matrix) {
    long[] counts = new long[matrix.columns()];
    for (int entry = 0; entry < matrix.entries(); entry++) {
      counts[matrix.column(entry)]++;
    }
    return SparseMatrix.starts(counts);
  }

  /** Returns the rows of this rank's entries, column by column. */
  private static int[] rows(SparseMatrix matrix, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[matrix.entries()];
    for (int place = 0; place < matrix.rows().count(); place++) {
      for (int entry = matrix.start(place); entry < matrix.end(place); entry++) {
        rows[next[matrix.column(entry)]++] = matrix.rows().index(place);
      }
    }
    return rows;
  }

  /** Frees what the ranks share; all ranks together. */
  @Override
  public void close() {
    memory.close();
    places.close();
  }
}
