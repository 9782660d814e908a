package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SharedMatrix;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Sorts by atomics and single puts and gets. In each level a rank takes those of its rows that have
 * one entry left, and removes the column of that entry from all rows. A row that thereby comes to
 * one entry goes to its owner's queue, for the next level. Many rows are taken at once in virtual
 * threads.
 */
final class WordToposort implements SortForm {
  private final Armci armci;
  private final SparseMatrix matrix;
  private final CyclicDeal deal;
  private final RowWord word;
  private final SharedMatrix transposed;
  private final VirtualParts parts;
  private final DealtLongs words;
  private final DealtLongs rowTo;
  private final DealtLongs columnTo;

  /** At element place * ranks + rank: the row at that place of a rank's queue. */
  private final DealtLongs queues;

  /** The number of rows that have ever been in the queue of each rank. */
  private final DealtLongs ends;

  /** One element: the number of rows that have been taken. */
  private final DealtLongs taken;

  WordToposort(Armci armci, SparseMatrix matrix, SharedMatrix transposed, VirtualParts parts) {
    this.armci = armci;
    this.matrix = matrix;
    this.deal = matrix.rows();
    this.word = new RowWord(matrix.columns());
    this.transposed = transposed;
    this.parts = parts;
    this.words = new DealtLongs(armci, deal.length());
    this.rowTo = new DealtLongs(armci, deal.length());
    this.columnTo = new DealtLongs(armci, deal.length());
    this.queues = new DealtLongs(armci, deal.length());
    this.ends = new DealtLongs(armci, armci.size());
    this.taken = new DealtLongs(armci, 1);
  }

  @Override
  public int sort() {
    words.writeOwn(RowWord.all(matrix));
    taken.fill(0);
    ends.fill(0);
    for (int place = 0; place < deal.count(); place++) {
      enqueueIfLast(deal.index(place), words.get(deal.index(place)));
    }
    armci.barrier(); // the words of all rows are in place
    int next = 0;
    int end = (int) ends.get(armci.rank());
    int levels = 0;
    // The collective also keeps ranks from the next level until all have read the ends of queues.
    while (Collectives.of(armci).allreduce((long) end - next, Reduction.SUM) > 0) {
      long last = deal.length() - 1 - taken.fetchAndAdd(0, end - next); // the last places first
      takeAll(next, end, last);
      next = end;
      armci.barrier(); // all have removed their columns
      end = (int) ends.get(armci.rank());
      levels++;
    }
    return levels;
  }

  private void takeAll(int from, int to, long last) {
    parts.run(
        (first, step) -> {
          int[] rows = new int[transposed.longest()];
          for (int i = from + first; i < to; i += step) {
            take((int) queues.get(deal.index(i)), last - (i - from), rows);
          }
        });
  }

  private void take(int row, long place, int[] rows) {
    int column = word.column(words.get(row));
    rowTo.put(row, place);
    columnTo.put(column, place);
    int length = transposed.get(column, rows);
    for (int i = 0; i < length; i++) {
      long weight = word.weight(column);
      enqueueIfLast(rows[i], words.fetchAndAdd(rows[i], -weight) - weight);
    }
  }

  private void enqueueIfLast(int row, long left) {
    if (word.isLast(left)) {
      int owner = deal.owner(row);
      int place = (int) ends.fetchAndAdd(owner, 1);
      queues.put(deal.index(owner, place), row);
    }
  }

  @Override
  public FoundOrder order(int levels) {
    return new FoundOrder(rowTo.readAll(), columnTo.readAll(), levels);
  }

  @Override
  public void close() {
    taken.close();
    ends.close();
    queues.close();
    columnTo.close();
    rowTo.close();
    words.close();
  }
}
