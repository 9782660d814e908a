package org.armci4j.examples.sparse;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.IntBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;

/**
 * A matrix in global memory, where every rank can get each row. It stays until the runtime closes.
 */
public final class SharedMatrix {
  private final CyclicDeal rows;
  private final IntBlock[] starts;
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
    int[] ownStarts = new int[rows.count() + 1];
    int most = 0;
    for (int place = 0; place < rows.count(); place++) {
      ownStarts[place + 1] = matrix.end(place);
      most = Math.max(most, matrix.end(place) - matrix.start(place));
    }
    int[] ownEntries = new int[matrix.entries()];
    Arrays.setAll(ownEntries, matrix::column);
    starts = share(armci, ownStarts);
    entries = share(armci, ownEntries);
    longest = (int) Collectives.of(armci).allreduce((long) most, Reduction.MAX);
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
   * Gets a row of any rank: first where it begins and ends, then its entries. Several threads may
   * get rows at once.
   *
   * @param row the row
   * @param columns receives the columns in ascending order; has room for the longest row
   * @return the number of entries
   */
  public int get(int row, int[] columns) {
    int[] bounds = new int[2];
    starts[rows.owner(row)].get(rows.place(row), bounds, 0, 2);
    int length = bounds[1] - bounds[0];
    entries[rows.owner(row)].get(bounds[0], columns, 0, length);
    return length;
  }
}
