package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemStream;

/**
 * Sorts by two streams. In each level a rank tells the owners of columns which rows take them. When
 * that stream has finished, the owners of columns tell the owners of rows which entries to remove.
 * Handlers push nothing: they put columns and rows into queues, which the rank empties in its next
 * phase. So a stream has never to wait for the other one.
 */
final class StreamToposort implements SortForm {
  private final Armci armci;
  private final Collectives collectives;
  private final CyclicDeal deal;
  private final RowWord word;
  private final long[] allEntries; // the words of this rank's rows, before any entry is removed
  private final SparseMatrix transposed;
  private final ItemStream takes;
  private final ItemStream removals;

  /** One element: the number of rows that have been taken. */
  private final DealtLongs taken;

  private long[] words;
  private final long[] rowTo;
  private final long[] columnTo;

  // The places of all rows and columns that have ever been in the queues.
  private final int[] rowQueue;
  private final int[] columnQueue;
  private int nextRow;
  private int nextColumn;
  private int rowEnd;
  private int columnEnd;

  StreamToposort(Armci armci, SparseMatrix matrix, SparseMatrix transposed) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.deal = matrix.rows();
    this.word = new RowWord(matrix.columns());
    this.allEntries = RowWord.all(matrix);
    this.transposed = transposed;
    this.rowTo = new long[deal.count()];
    this.columnTo = new long[deal.count()];
    this.rowQueue = new int[deal.count()];
    this.columnQueue = new int[deal.count()];
    this.takes = PlaceHandler.open(armci, this::handleTake);
    this.removals = PlaceHandler.open(armci, this::handleRemoval);
    this.taken = new DealtLongs(armci, 1);
  }

  @Override
  public int sort() {
    words = allEntries.clone();
    nextRow = 0;
    nextColumn = 0;
    rowEnd = 0;
    columnEnd = 0;
    taken.fill(0);
    for (int row = 0; row < deal.count(); row++) {
      enqueueIfLast(row);
    }
    int levels = 0;
    while (collectives.allreduce((long) rowEnd - nextRow, Reduction.SUM) > 0) {
      long last = deal.length() - 1 - taken.fetchAndAdd(0, rowEnd - nextRow);
      for (; nextRow < rowEnd; nextRow++) {
        take(rowQueue[nextRow], last--);
      }
      takes.finish();
      for (; nextColumn < columnEnd; nextColumn++) {
        remove(columnQueue[nextColumn]);
      }
      removals.finish();
      levels++;
    }
    return levels;
  }

  private void take(int row, long place) {
    int column = word.column(words[row]);
    rowTo[row] = place;
    takes.pushLongs(deal.owner(column), deal.place(column), place);
  }

  private void handleTake(int column, long place) {
    columnTo[column] = place;
    columnQueue[columnEnd++] = column;
  }

  private void remove(int column) {
    long weight = word.weight(deal.index(column));
    for (int entry = transposed.start(column); entry < transposed.end(column); entry++) {
      int row = transposed.column(entry);
      removals.pushLongs(deal.owner(row), deal.place(row), weight);
    }
  }

  private void handleRemoval(int row, long weight) {
    words[row] -= weight;
    enqueueIfLast(row);
  }

  private void enqueueIfLast(int row) {
    if (word.isLast(words[row])) {
      rowQueue[rowEnd++] = row;
    }
  }

  @Override
  public FoundOrder order(int levels) {
    try (DealtLongs rows = new DealtLongs(armci, deal.length());
        DealtLongs columns = new DealtLongs(armci, deal.length())) {
      rows.writeOwn(rowTo);
      columns.writeOwn(columnTo);
      armci.barrier(); // all places are known
      return new FoundOrder(rows.readAll(), columns.readAll(), levels);
    }
  }

  @Override
  public void close() {
    taken.close();
    removals.close();
    takes.close();
  }
}
