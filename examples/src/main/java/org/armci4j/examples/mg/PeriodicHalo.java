package org.armci4j.examples.mg;

import org.armci4j.examples.mg.grid.Grid;

/**
 * Fills the halo of a rank that holds the whole grid: each side's neighbour is the opposite side.
 */
final class PeriodicHalo implements Halo {
  @Override
  public boolean closesPlanes() {
    return true;
  }

  @Override
  public void closePlane(Grid grid, double[] a, int z) {
    wrapX(grid, a, z);
    wrapY(grid, a, z);
  }

  @Override
  public void exchange(Grid grid, double[] a) {
    copyPlane(grid, a, grid.nz(), 0);
    copyPlane(grid, a, 1, grid.nz() + 1);
  }

  /** Fills the ghost cells at both ends of plane z's interior rows. */
  static void wrapX(Grid grid, double[] a, int z) {
    int row = grid.index(0, 1, z);
    int count = grid.nx();
    for (int y = 1; y <= grid.ny(); y++, row += grid.rowStride()) {
      a[row] = a[row + count];
      a[row + count + 1] = a[row + 1];
    }
  }

  /** Fills plane z's ghost rows, with their ends, from its rows, whose ends are filled. */
  static void wrapY(Grid grid, double[] a, int z) {
    copyRow(grid, a, grid.ny(), 0, z);
    copyRow(grid, a, 1, grid.ny() + 1, z);
  }

  private static void copyRow(Grid grid, double[] a, int from, int to, int z) {
    System.arraycopy(a, grid.index(0, from, z), a, grid.index(0, to, z), grid.rowStride());
  }

  private static void copyPlane(Grid grid, double[] a, int from, int to) {
    System.arraycopy(a, grid.index(0, 0, from), a, grid.index(0, 0, to), grid.planeStride());
  }
}
