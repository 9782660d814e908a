package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SharedMatrix;
import org.armci4j.examples.sparse.SharedMatrix.FoundRows;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Sorts by atomics and single puts and gets. In each level a rank takes those of its rows that have
 * one entry left, and removes the column of that entry from all rows. A row that thereby comes to
 * one entry goes to its owner's queue, for the next level. Many rows are taken at once in virtual
 * threads.
 */
final class WordToposort implements SortForm {
  private final Armci armci;
  private final Collectives collectives;
  private final long[] allEntries; // the words of this rank's rows, before any entry is removed
  private final CyclicDeal deal;
  private final RowWord word;
  private final SharedMatrix transposed;
  private final VirtualParts parts;
  private final DealtLongs words;
  private final DealtLongs rowTo;
  private final DealtLongs columnTo;
  private final RowQueues queues;

  /** One element: the number of rows that have been taken. */
  private final DealtLongs taken;

  WordToposort(Armci armci, SparseMatrix matrix, SharedMatrix transposed, VirtualParts parts) {
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
    this.queues = new RowQueues(armci, deal);
    this.taken = new DealtLongs(armci, 1);
  }

  @Override
  public int sort() {
    words.writeOwn(allEntries);
    taken.fill(0);
    queues.clear();
    for (int place = 0; place < deal.count(); place++) {
      enqueueIfLast(deal.index(place), words.get(deal.index(place)));
    }
    armci.barrier(); // the words of all rows are in place
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

  private void takeAll(int from, int to, long last) {
    parts.run(
        (first, step) -> {
          RowGroup group = new RowGroup();
          for (int i = from + first; i < to; i += step) {
            group.add(queues.row(i), last - (i - from));
          }
          group.takeRows();
        });
  }

  /** Some rows that are taken step by step together, so that their reads overlap. */
  private final class RowGroup {
    private static final int MOST = 64;
    private final int[] rows = new int[MOST];
    private final int[] columns = new int[MOST];
    private final long[] places = new long[MOST];
    private final FoundRows found = new FoundRows(MOST);
    private int count;

    void add(int row, long place) {
      if (count == MOST) {
        takeRows();
      }
      rows[count] = row;
      places[count++] = place;
    }

    void takeRows() {
      for (int i = 0; i < count; i++) {
        columns[i] = word.column(words.get(rows[i]));
        rowTo.put(rows[i], places[i]);
        columnTo.put(columns[i], places[i]);
      }
      transposed.get(columns, count, found);
      removeColumns();
      count = 0;
    }

    private void removeColumns() {
      long[] left = new long[found.size()];
      int entry = 0;
      for (int i = 0; i < count; i++) {
        long weight = word.weight(columns[i]);
        for (; entry < found.end(i); entry++) {
          left[entry] = words.fetchAndAdd(found.column(entry), -weight) - weight;
        }
      }
      for (entry = 0; entry < left.length; entry++) {
        enqueueIfLast(found.column(entry), left[entry]);
      }
    }
  }

  private void enqueueIfLast(int row, long left) {
    if (word.isLast(left)) {
      queues.add(row);
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
