package org.armci4j.examples.summa.kernel;

import java.util.Arrays;

/**
 * Computes a tile in plain loops, for JVMs without the Vector API. The tile is wide, so that C2
 * vectorises its rows.
 */
final class PlainTile implements TileKernel {
  private static final int ROWS = 4;
  private static final int COLUMNS = 64;

  @Override
  public int rows() {
    return ROWS;
  }

  @Override
  public int columns() {
    return COLUMNS;
  }

  @Override
  public void multiply(double[] a, int aFrom, double[] b, int bFrom, int depth, double[] tile) {
    Arrays.fill(tile, 0, ROWS * COLUMNS, 0.0);
    for (int k = 0; k < depth; k++) {
      for (int row = 0; row < ROWS; row++) {
        addRow(a[aFrom + k * ROWS + row], b, bFrom + k * COLUMNS, tile, row * COLUMNS);
      }
    }
  }

  private static void addRow(double factor, double[] b, int bFrom, double[] tile, int to) {
    for (int column = 0; column < COLUMNS; column++) {
      tile[to + column] += factor * b[bFrom + column];
    }
  }
}
