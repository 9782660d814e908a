package org.armci4j.examples.mg.grid;

/**
 * Says which cells of a coarser grid lie on this rank's finer grid: all cells, or a box of them
 * where every rank holds the whole coarse grid.
 *
 * @param whole shape of the coarse grid
 * @param x0 cells before the box in x
 * @param y0 cells before the box in y
 * @param z0 cells before the box in z
 */
public record GridPart(Grid whole, int x0, int y0, int z0) {
  /**
   * Returns the index of the element before the box's first cell in row (y, z); the box's cells
   * count from 1.
   */
  public int row(int y, int z) {
    return whole.index(x0, y0 + y, z0 + z);
  }
}
