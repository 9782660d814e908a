package org.armci4j.examples.mg.operator;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;
import org.armci4j.examples.mg.kernel.RowKernels;

/** Weighs a grid fully onto the next coarser one; NPB's rprj3. */
public final class Restriction {
  private final RowKernels rows;
  private final double[] face;
  private final double[] edge;
  private final double[] scratch;

  Restriction(RowKernels rows, ScratchRows scratch) {
    this.rows = rows;
    this.face = scratch.face();
    this.edge = scratch.edge();
    this.scratch = scratch.sum();
  }

  /**
   * Weighs a fine grid fully onto one coarse plane; reads fine planes 2z − 1 … 2z + 1.
   *
   * @param fine shape of the fine grid
   * @param from the fine grid
   * @param part the coarse cells that lie on this fine grid
   * @param to out: the coarse grid
   * @param z coarse plane, 1 … fine.nz() / 2
   */
  public void plane(Grid fine, double[] from, GridPart part, double[] to, int z) {
    int dy = fine.rowStride();
    int dz = fine.planeStride();
    for (int y = 1; y <= fine.ny() / 2; y++) {
      int row = fine.index(0, 2 * y, 2 * z);
      rows.sumNeighbours(from, row, dy, dz, fine.nx(), face, edge);
      rows.restrict(from, row, fine.nx(), face, edge, to, part.row(y, z), scratch);
    }
  }
}
