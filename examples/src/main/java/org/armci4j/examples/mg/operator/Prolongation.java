package org.armci4j.examples.mg.operator;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;
import org.armci4j.examples.mg.kernel.RowKernels;

/** Interpolates a grid trilinearly to the next finer one; NPB's interp. */
public final class Prolongation {
  private final RowKernels rows;
  private final double[] face;
  private final double[] edge;

  Prolongation(RowKernels rows, ScratchRows scratch) {
    this.rows = rows;
    this.face = scratch.face();
    this.edge = scratch.edge();
  }

  /**
   * Adds the trilinear interpolation of a coarse grid to one fine plane, ghost cells included.
   * Reads coarse planes z / 2 and, for odd z, z / 2 + 1, with their ghost cells.
   *
   * @param part the coarse cells that lie on this fine grid
   * @param from the coarse grid
   * @param fine shape of the fine grid
   * @param to in and out: the fine grid
   * @param z fine plane, 0 … fine.nz() + 1
   */
  public void plane(GridPart part, double[] from, Grid fine, double[] to, int z) {
    int count = fine.nx() / 2;
    double weight = z % 2 == 0 ? 1.0 : 0.5;
    for (int y = 0; y <= fine.ny() / 2; y++) {
      int even = fine.index(0, 2 * y, z);
      int odd = even + fine.rowStride();
      int row = part.row(y, z / 2);
      int nextRow = part.row(y + 1, z / 2);
      if (z % 2 == 0) {
        rows.prolongate(from, row, count, weight, to, even);
        rows.addRows(from, row, from, nextRow, count, face);
      } else {
        rows.addRows(from, row, from, part.row(y, z / 2 + 1), count, edge);
        rows.prolongate(edge, 0, count, weight, to, even);
        rows.addRows(from, nextRow, from, part.row(y + 1, z / 2 + 1), count, face);
        rows.addRows(edge, 0, face, 0, count, face);
      }
      rows.prolongate(face, 0, count, 0.5 * weight, to, odd);
    }
  }
}
