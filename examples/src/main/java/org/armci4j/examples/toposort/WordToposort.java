package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Sorts by atomics and single puts. In each level a rank takes those of its columns that have the
 * last entry of a row, and removes each from all rows. The update that leaves one entry of a row
 * also tells its column; the entry goes to the queue of the column's owner, for the next level.
 * Many columns are removed at once in virtual threads.
 */
final class WordToposort implements SortForm {
  private final Armci armci;
  private final Collectives collectives;
  private final long[] allEntries; // the words of this rank's rows, before any entry is removed
  private final CyclicDeal deal;
  private final RowWord word;
  private final SparseMatrix transposed; // this rank's columns
  private final VirtualParts parts;
  private final DealtLongs words;
  private final DealtLongs rowTo;
  private final DealtLongs columnTo;
  private final EntryQueues queues;

  /** One element: the number of rows that have been taken. */
  private final DealtLongs taken;

  WordToposort(Armci armci, SparseMatrix matrix, SparseMatrix transposed, VirtualParts parts) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.allEntries = RowWord.all(matrix);
    this.deal = matrix.rows();
    this.word = new RowWord(matrix.columns());
    this.transposed = transposed;
    this.parts = parts;
    this.words = new DealtLongs(armci, deal.length());
    this.rowTo = new DealtLongs(armci, deal.length());
    this.columnTo = new DealtLongs(armci, deal.length());
    this.queues = new EntryQueues(armci, deal);
    this.taken = new DealtLongs(armci, 1);
  }

  @Override
  public int sort() {
    words.writeOwn(allEntries);
    taken.fill(0);
    queues.clear();
    enqueueFirst();
    armci.barrier(); // the words of all rows are in place, and the first entries in the queues
    int next = 0;
    int end = queues.end();
    int levels = 0;
    // The collective also keeps ranks from the next level until all have read the ends of queues.
    while (collectives.allreduce((long) end - next, Reduction.SUM) > 0) {
      long last = deal.length() - 1 - taken.fetchAndAdd(0, end - next); // the last places first
      takeAll(next, end, last);
      next = end;
      armci.barrier(); // all have removed their columns
      end = queues.end();
      levels++;
    }
    return levels;
  }

  private void enqueueFirst() {
    LastEntries found = new LastEntries();
    for (int place = 0; place < allEntries.length; place++) {
      found.addIfLast(deal.index(place), allEntries[place]);
    }
    found.enqueue();
  }

  private void takeAll(int from, int to, long last) {
    parts.run(
        (first, step) -> {
          LastEntries found = new LastEntries();
          for (int i = from + first; i < to; i += step) {
            int column = queues.column(i);
            rowTo.put(queues.row(i), last - (i - from));
            columnTo.put(column, last - (i - from));
            remove(column, found);
          }
          found.enqueue();
        });
  }

  private void remove(int column, LastEntries found) {
    long weight = word.weight(column);
    int place = deal.place(column);
    for (int i = transposed.start(place); i < transposed.end(place); i++) {
      int row = transposed.column(i);
      found.addIfLast(row, words.fetchAndAdd(row, -weight) - weight);
    }
  }

  /** The last entries of rows that one thread finds. */
  private final class LastEntries {
    private final IntList rows = new IntList();
    private final IntList columns = new IntList();

    void addIfLast(int row, long left) {
      if (word.isLast(left)) {
        rows.add(row);
        columns.add(word.column(left));
      }
    }

    void enqueue() {
      queues.addAll(rows, columns);
    }
  }

  @Override
  public FoundOrder order(int levels) {
    return new FoundOrder(rowTo.readAll(), columnTo.readAll(), levels);
  }

  @Override
  public void close() {
    taken.close();
    queues.close();
    columnTo.close();
    rowTo.close();
    words.close();
  }
}
