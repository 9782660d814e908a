package org.armci4j.examples.sparse;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.armci4j.stream.ItemHandler;

/**
 * Collects entries of a matrix, in any order. It can be the handler of a stream whose items are two
 * words: the place of a row at this rank, and a column.
 */
public final class EntryList implements ItemHandler {
  /** Bytes of an entry as an item of a stream. */
  public static final int ITEM_BYTES = 2 * Long.BYTES;

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

  private int[] places = new int[64];
  private int[] columns = new int[64];
  private int size;

  /**
   * Adds an entry.
   *
   * @param place the row's place at its rank
   * @param column the column
   */
  public void add(int place, int column) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
      columns = Arrays.copyOf(columns, 2 * size);
    }
    places[size] = place;
    columns[size++] = column;
  }

  @Override
  public void handle(int origin, MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += ITEM_BYTES) {
      add(
          (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
          (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES));
    }
  }

  /**
   * Gives all entries to a consumer.
   *
   * @param consumer gets the place and the column of each, in the order in which they were added
   */
  public void forEach(EntryConsumer consumer) {
    for (int i = 0; i < size; i++) {
      consumer.accept(places[i], columns[i]);
    }
  }

  /**
   * Sorts the entries by rows.
   *
   * @param rows how rows are dealt; the entries are this rank's
   * @param allColumns number of columns
   * @return this rank's part of the matrix
   */
  public SparseMatrix toMatrix(CyclicDeal rows, int allColumns) {
    long[] counts = new long[rows.count()];
    for (int i = 0; i < size; i++) {
      counts[places[i]]++;
    }
    int[] starts = SparseMatrix.starts(counts);
    int[] next = starts.clone();
    int[] entries = new int[size];
    for (int i = 0; i < size; i++) {
      entries[next[places[i]]++] = columns[i];
    }
    return new SparseMatrix(rows, allColumns, starts, entries);
  }
}
