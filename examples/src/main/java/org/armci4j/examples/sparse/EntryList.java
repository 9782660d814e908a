package org.armci4j.examples.sparse;

import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.PlaceHandler;

/**
 * Collects entries of a matrix, in any order. It can be the handler of a stream whose items are the
 * place of a row at this rank, and a column.
 */
public final class EntryList implements PlaceHandler {
  /** Gets an entry. */
  @FunctionalInterface
  public interface EntryConsumer {
    /**
     * Gets an entry.
     *
     * @param place the row's place at its rank
     * @param column the column
     */
    void accept(int place, int column);
  }

  private final IntList places = new IntList();
  private final IntList columns = new IntList();

  /**
   * Adds an entry.
   *
   * @param place the row's place at its rank
   * @param column the column
   */
  public void add(int place, int column) {
    places.add(place);
    columns.add(column);
  }

  @Override
  public void take(int place, long column) {
    add(place, (int) column);
  }

  /**
   * Gives all entries to a consumer.
   *
   * @param consumer gets the place and the column of each, in the order in which they were added
   */
  public void forEach(EntryConsumer consumer) {
    for (int i = 0; i < places.size(); i++) {
      consumer.accept(places.get(i), columns.get(i));
    }
  }

  /**
   * Sorts the entries by rows. Those of a row stay in their order.
   *
   * @param rows how rows are dealt; the entries are this rank's
   * @param allColumns number of columns
   * @return this rank's part of the matrix
   */
  public SparseMatrix toMatrix(CyclicDeal rows, int allColumns) {
    long[] counts = new long[rows.count()];
    for (int i = 0; i < places.size(); i++) {
      counts[places.get(i)]++;
    }
    int[] starts = SparseMatrix.starts(counts);
    int[] next = starts.clone();
    int[] entries = new int[places.size()];
    for (int i = 0; i < places.size(); i++) {
      entries[next[places.get(i)]++] = columns.get(i);
    }
    return new SparseMatrix(rows, allColumns, starts, entries);
  }
}
