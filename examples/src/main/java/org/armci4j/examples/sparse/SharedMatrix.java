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
}
