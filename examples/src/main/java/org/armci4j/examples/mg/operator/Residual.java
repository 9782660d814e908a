package org.armci4j.examples.mg.operator;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.kernel.Stencil;

/** Computes the residual r = v − A·u, and the squares of its norm; NPB's resid and norm2u3. */
public final class Residual {
  private final RowKernels rows;
  private final Stencil operator;
  private final double[] face;
  private final double[] edge;

  Residual(RowKernels rows, Stencil operator, ScratchRows scratch) {
    this.rows = rows;
    this.operator = operator;
    this.face = scratch.face();
    this.edge = scratch.edge();
  }

  /** Computes r = v − A·u in the interior of plane z; reads planes z − 1 … z + 1 of u. */
  public void plane(Grid grid, double[] u, double[] v, double[] r, int z) {
    int dy = grid.rowStride();
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += dy) {
      rows.sumNeighbours(u, row, dy, grid.planeStride(), grid.nx(), face, edge);
      rows.residual(u, v, r, row, grid.nx(), face, edge, operator);
    }
  }

  /** Returns the sum of the squares of plane z's interior cells. */
  public double sumOfSquares(Grid grid, double[] r, int z) {
    double sum = 0.0;
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += grid.rowStride()) {
      sum += rows.sumOfSquares(r, row, grid.nx());
    }
    return sum;
  }
}
