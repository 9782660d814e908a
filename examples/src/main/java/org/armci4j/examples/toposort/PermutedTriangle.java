package org.armci4j.examples.toposort;

import java.util.Arrays;
import org.armci4j.examples.sparse.RandomOrder;
import org.armci4j.examples.sparse.RowSource;

/**
 * A triangular matrix with a full diagonal whose rows and columns were permuted at random: the
 * lower half of a graph's matrix, and the diagonal. (Read backwards, a lower triangle is an upper
 * one, so some order of rows and columns makes it upper triangular.)
 */
final class PermutedTriangle implements RowSource {
  private final RowSource lower;
  private final int[] rowFrom;
  private final int[] columnTo;

  PermutedTriangle(RowSource lower, long seed) {
    this.lower = lower;
    this.rowFrom = RandomOrder.ofRows(lower.rows(), seed);
    this.columnTo = RandomOrder.ofColumns(lower.rows(), seed);
  }

  @Override
  public int rows() {
    return lower.rows();
  }

  @Override
  public int columns() {
    return lower.rows();
  }

  @Override
  public int[] row(int row) {
    int[] old = lower.row(rowFrom[row]);
    int[] columns = Arrays.copyOf(old, old.length + 1);
    columns[old.length] = rowFrom[row]; // the diagonal
    Arrays.setAll(columns, i -> columnTo[columns[i]]);
    Arrays.sort(columns);
    return columns;
  }

  /** Returns in how many levels the rows can be taken, each behind those of its columns. */
  int levels() {
    int[] levels = new int[rows()]; // of the rows in the old order
    for (int row = 0; row < levels.length; row++) {
      levels[row] = 1;
      for (int column : lower.row(row)) {
        levels[row] = Math.max(levels[row], levels[column] + 1);
      }
    }
    return Arrays.stream(levels).max().orElse(0);
  }
}
