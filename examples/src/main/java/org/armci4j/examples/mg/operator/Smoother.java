package org.armci4j.examples.mg.operator;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.kernel.Stencil;

/** Smooths a grid, u += C·r; NPB's psinv. */
public final class Smoother {
  private final RowKernels rows;
  private final Stencil smoother;
  private final double[] face;
  private final double[] edge;

  Smoother(RowKernels rows, Stencil smoother, ScratchRows scratch) {
    this.rows = rows;
    this.smoother = smoother;
    this.face = scratch.face();
    this.edge = scratch.edge();
  }

  /** Computes u += C·r in the interior of plane z; reads planes z − 1 … z + 1 of r. */
  public void plane(Grid grid, double[] r, double[] u, int z) {
    int dy = grid.rowStride();
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += dy) {
      rows.sumNeighbours(r, row, dy, grid.planeStride(), grid.nx(), face, edge);
      rows.smooth(r, u, row, grid.nx(), face, edge, smoother);
    }
  }
}
