package org.armci4j.examples.sparse;

import java.util.Arrays;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;

/**
 * Has one rank's rows of a 0/1 matrix, in compressed form: the columns of all entries, row after
 * row. Rows are dealt to the ranks in turn, and named by their places at this rank.
 */
public final class SparseMatrix {
  private final CyclicDeal rows;
  private final int columns;

  /** Where each row begins in the entries, and behind them the number of entries. */
  private final int[] starts;

  private final int[] entries;

  /**
   * Takes over two arrays.
   *
   * @param rows how the rows are dealt
   * @param columns number of columns
   * @param starts of each row in the entries, and the number of entries
   * @param entries their columns, in any order within a row
   */
  public SparseMatrix(CyclicDeal rows, int columns, int[] starts, int[] entries) {
    this.rows = rows;
    this.columns = columns;
    this.starts = starts;
    this.entries = entries;
  }

  /**
   * Makes this rank's rows, with the columns of each in ascending order.
   *
   * @param source has the rows
   * @param rows how they are dealt
   * @return this rank's part of the matrix
   */
  public static SparseMatrix of(RowSource source, CyclicDeal rows) {
    EntryList list = new EntryList();
    for (int place = 0; place < rows.count(); place++) {
      for (int column : source.row(rows.index(place))) {
        list.add(place, column);
      }
    }
    return list.toMatrix(rows, source.columns());
  }

  /**
   * Returns where rows begin that have so many entries.
   *
   * @param counts number of entries of each row
   * @return the start of each row, and the number of all entries
   */
  public static int[] starts(long[] counts) {
    int[] starts = new int[counts.length + 1];
    for (int place = 0; place < counts.length; place++) {
      starts[place + 1] = Math.toIntExact(starts[place] + counts[place]);
    }
    return starts;
  }

  /**
   * Replaces the numbers of entries of this rank's rows by where the rows begin.
   *
   * @param rows has the numbers, which are complete
   * @return the start of each row, and the number of all entries
   */
  public static int[] countsToStarts(DealtLongs rows) {
    int[] starts = starts(rows.readOwn());
    for (int place = 0; place < starts.length - 1; place++) {
      rows.own().put(place, starts[place]);
    }
    return starts;
  }

  /**
   * Returns how the rows are dealt.
   *
   * @return a deal of all rows
   */
  public CyclicDeal rows() {
    return rows;
  }

  /**
   * Returns the number of columns.
   *
   * @return of the whole matrix
   */
  public int columns() {
    return columns;
  }

  /**
   * Returns the number of entries of this rank.
   *
   * @return in all its rows
   */
  public int entries() {
    return entries.length;
  }

  /**
   * Returns the most entries of a row.
   *
   * @return of this rank's rows; 0 if there are none
   */
  public int longest() {
    int longest = 0;
    for (int place = 0; place < rows.count(); place++) {
      longest = Math.max(longest, end(place) - start(place));
    }
    return longest;
  }

  /**
   * Returns the first entry of a row.
   *
   * @param place the row's place at this rank
   * @return a number for {@link #column}
   */
  public int start(int place) {
    return starts[place];
  }

  /**
   * Returns the entry behind the last one of a row.
   *
   * @param place the row's place at this rank
   * @return a number for {@link #column}, but for the last row
   */
  public int end(int place) {
    return starts[place + 1];
  }

  /**
   * Returns the column of an entry.
   *
   * @param entry counted from this rank's first row on
   * @return the column
   */
  public int column(int entry) {
    return entries[entry];
  }

  /**
   * Returns a row.
   *
   * @param place the row's place at this rank
   * @return its columns, in the order of the entries
   */
  public int[] row(int place) {
    return Arrays.copyOfRange(entries, starts[place], starts[place + 1]);
  }
}
