package org.armci4j.examples.sparse;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.IntBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;

/**
 * A matrix in global memory, where every rank can get each row. A word of a row says where its
 * entries begin, in the upper half, and how many they are. The matrix stays until the runtime
 * closes.
 */
public final class SharedMatrix {
  private final CyclicDeal rows;
  private final DealtLongs spans;
  private final IntBlock[] entries;
  private final int longest;

  /** Rows that are got together: the columns of all their entries, one row behind the other. */
  public static final class FoundRows {
    private final long[] spans;
    private final int[] ends;
    private int[] columns = new int[0];
    private int size;

    /**
     * Makes room.
     *
     * @param most so many rows at once
     */
    public FoundRows(int most) {
      spans = new long[most];
      ends = new int[most];
    }

    /**
     * Returns the number of entries.
     *
     * @return of all rows together
     */
    public int size() {
      return size;
    }

    /**
     * Returns the end of a row.
     *
     * @param number the row's number among those that were got, from 0 on
     * @return the index behind its last entry
     */
    public int end(int number) {
      return ends[number];
    }

    /**
     * Returns the column of an entry.
     *
     * @param index from 0 to {@code size() - 1}
     * @return the column
     */
    public int column(int index) {
      return columns[index];
    }
  }

  /**
   * Copies a matrix to global memory. Collective.
   *
   * @param armci the rank's runtime
   * @param matrix this rank's rows
   */
  public SharedMatrix(Armci armci, SparseMatrix matrix) {
    rows = matrix.rows();
    long[] ownSpans = new long[rows.count()];
    for (int place = 0; place < ownSpans.length; place++) {
      int length = matrix.end(place) - matrix.start(place);
      ownSpans[place] = (long) matrix.start(place) << Integer.SIZE | length;
    }
    spans = new DealtLongs(armci, rows.length());
    spans.writeOwn(ownSpans);
    int[] ownEntries = new int[matrix.entries()];
    Arrays.setAll(ownEntries, matrix::column);
    entries = share(armci, ownEntries);
    longest = (int) Collectives.of(armci).allreduce((long) matrix.longest(), Reduction.MAX);
    armci.barrier();
  }

  private static IntBlock[] share(Armci armci, int[] own) {
    GlobalMemory memory = armci.allocate((long) Integer.BYTES * own.length);
    IntBlock[] blocks = new IntBlock[armci.size()];
    Arrays.setAll(blocks, memory::ints);
    blocks[armci.rank()].put(0, own, 0, own.length);
    return blocks;
  }

  /**
   * Returns the most entries of a row.
   *
   * @return of all rows of all ranks
   */
  public int longest() {
    return longest;
  }

  /**
   * Gets a row of any rank: first where it is, then its entries. Several threads may get rows at
   * once.
   *
   * @param row the row
   * @param columns receives the row's columns in their order; has room for the longest row
   * @return the number of entries
   */
  public int get(int row, int[] columns) {
    long span = spans.get(row);
    int length = (int) span;
    entries[rows.owner(row)].get(span >>> Integer.SIZE, columns, 0, length);
    return length;
  }

  /**
   * Gets rows of any ranks: first where all of them are, then the entries of all. A processor has
   * many reads under way at once that do not wait for each other.
   *
   * @param wanted the rows
   * @param count their number
   * @param found receives the rows
   */
  public void get(int[] wanted, int count, FoundRows found) {
    found.size = 0;
    for (int i = 0; i < count; i++) {
      found.spans[i] = spans.get(wanted[i]);
      found.size += (int) found.spans[i];
      found.ends[i] = found.size;
    }
    if (found.columns.length < found.size) {
      found.columns = new int[2 * found.size];
    }
    for (int i = 0; i < count; i++) {
      int length = (int) found.spans[i];
      entries[rows.owner(wanted[i])].get(
          found.spans[i] >>> Integer.SIZE, found.columns, found.ends[i] - length, length);
    }
  }
}
