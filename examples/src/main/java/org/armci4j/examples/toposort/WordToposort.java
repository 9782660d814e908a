package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.WordMailboxes;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Sorts by single puts. In each level a rank takes those of its columns that have the last entry of
 * a row, and removes each from all rows: it puts what the rows lose into the mailboxes of their
 * owners. A row that comes to one entry goes to the queue of that column's owner, for the next
 * level.
 */
final class WordToposort implements SortForm {
  private final Armci armci;
  private final Collectives collectives;
  private final long[] allEntries; // the words of this rank's rows, before any entry is removed
  private final CyclicDeal deal;
  private final RowWord word;
  private final SparseMatrix transposed; // this rank's columns
  private final DealtLongs rowTo;
  private final DealtLongs columnTo;
  private final EntryQueues queues;
  private final WordMailboxes removals;
  private long[] words;

  // The last entries of rows, which this rank has found in this level.
  private final IntList rows = new IntList();
  private final IntList columns = new IntList();

  /** One element: the number of rows that have been taken. */
  private final DealtLongs taken;

  WordToposort(Armci armci, SparseMatrix matrix, SparseMatrix transposed) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.allEntries = RowWord.all(matrix);
    this.deal = matrix.rows();
    this.word = new RowWord(matrix.columns());
    this.transposed = transposed;
    this.rowTo = new DealtLongs(armci, deal.length());
    this.columnTo = new DealtLongs(armci, deal.length());
    this.queues = new EntryQueues(armci, deal);
    long[] entries = new long[armci.size()]; // each is removed once
    for (int i = 0; i < transposed.entries(); i++) {
      entries[deal.owner(transposed.column(i))]++;
    }
    this.removals = new WordMailboxes(armci, entries, this::remove);
    this.taken = new DealtLongs(armci, 1);
  }

  @Override
  public int sort() {
    words = allEntries.clone();
    taken.fill(0);
    queues.clear();
    for (int place = 0; place < words.length; place++) {
      findLast(place);
    }
    enqueue();
    int next = 0;
    int end = queues.end();
    int levels = 0;
    // The collective also keeps ranks from the next level until all have read their queues' ends.
    while (collectives.allreduce((long) end - next, Reduction.SUM) > 0) {
      long last = deal.length() - 1 - taken.fetchAndAdd(0, end - next); // the last places first
      for (; next < end; next++) {
        take(queues.row(next), queues.column(next), last--);
      }
      removals.finish();
      enqueue();
      end = queues.end();
      levels++;
    }
    return levels;
  }

  private void take(int row, int column, long to) {
    rowTo.put(row, to);
    columnTo.put(column, to);
    long weight = word.weight(column);
    int place = deal.place(column);
    for (int i = transposed.start(place); i < transposed.end(place); i++) {
      int loser = transposed.column(i);
      removals.put(deal.owner(loser), deal.place(loser), weight);
    }
  }

  private void remove(int place, long weight) {
    words[place] -= weight;
    findLast(place);
  }

  private void findLast(int place) {
    if (word.isLast(words[place])) {
      rows.add(deal.index(place));
      columns.add(word.column(words[place]));
    }
  }

  /** Passes on what has been found. */
  private void enqueue() {
    queues.addAll(rows, columns);
    rows.clear();
    columns.clear();
    armci.barrier(); // the entries of all ranks are in the queues
  }

  @Override
  public FoundOrder order(int levels) {
    return new FoundOrder(rowTo.readAll(), columnTo.readAll(), levels);
  }

  @Override
  public void close() {
    taken.close();
    removals.close();
    queues.close();
    columnTo.close();
    rowTo.close();
  }
}
