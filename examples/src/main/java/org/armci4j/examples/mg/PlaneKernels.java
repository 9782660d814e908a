package org.armci4j.examples.mg;

import java.util.Arrays;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.kernel.Stencil;

/**
 * MG's four operators, one z plane at a time, so that a caller can let one operator follow another
 * through the grid while the planes are still in the cache. Not thread-safe: holds scratch rows.
 */
final class PlaneKernels {
  private final RowKernels rows;
  private final Stencil operator;
  private final Stencil smoother;
  private final double[] face;
  private final double[] edge;
  private final double[] scratch;

  /**
   * Makes the operators.
   *
   * @param rows the arithmetic
   * @param operator A of the equation A·u = v
   * @param smoother C, the approximate inverse of A
   * @param widest interior cells of the longest row
   */
  PlaneKernels(RowKernels rows, Stencil operator, Stencil smoother, int widest) {
    this.rows = rows;
    this.operator = operator;
    this.smoother = smoother;
    face = new double[widest + 2];
    edge = new double[widest + 2];
    scratch = new double[widest + 2];
  }

  /** r = v − A·u in the interior of plane z; reads planes z − 1 … z + 1 of u. */
  void residual(Grid grid, double[] u, double[] v, double[] r, int z) {
    int dy = grid.rowStride();
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += dy) {
      rows.sumNeighbours(u, row, dy, grid.planeStride(), grid.nx(), face, edge);
      rows.residual(u, v, r, row, grid.nx(), face, edge, operator);
    }
  }

  /** u += C·r in the interior of plane z; reads planes z − 1 … z + 1 of r. */
  void smooth(Grid grid, double[] r, double[] u, int z) {
    int dy = grid.rowStride();
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += dy) {
      rows.sumNeighbours(r, row, dy, grid.planeStride(), grid.nx(), face, edge);
      rows.smooth(r, u, row, grid.nx(), face, edge, smoother);
    }
  }

  /**
   * Full weighting onto one coarse plane; reads fine planes 2z − 1 … 2z + 1.
   *
   * @param fine shape of the fine grid
   * @param from the fine grid
   * @param part where the coarse cells that lie on this fine grid are
   * @param to out: the coarse grid
   * @param z coarse plane, 1 … fine.nz() / 2
   */
  void restrict(Grid fine, double[] from, Part part, double[] to, int z) {
    int dy = fine.rowStride();
    int dz = fine.planeStride();
    for (int y = 1; y <= fine.ny() / 2; y++) {
      int row = fine.index(0, 2 * y, 2 * z);
      rows.sumNeighbours(from, row, dy, dz, fine.nx(), face, edge);
      rows.restrict(from, row, fine.nx(), face, edge, to, part.row(y, z), scratch);
    }
  }

  /**
   * Adds the trilinear interpolation of a coarse grid to one fine plane, ghost cells included;
   * reads coarse planes z / 2 and, for odd z, z / 2 + 1, with their ghost cells.
   *
   * @param part where the coarse cells that lie on this fine grid are
   * @param from the coarse grid
   * @param fine shape of the fine grid
   * @param to in and out: the fine grid
   * @param z fine plane, 0 … fine.nz() + 1
   */
  void prolongate(Part part, double[] from, Grid fine, double[] to, int z) {
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

  /** The sum of the squares of plane z's interior cells. */
  double sumOfSquares(Grid grid, double[] a, int z) {
    double sum = 0.0;
    int row = grid.index(0, 1, z);
    for (int y = 1; y <= grid.ny(); y++, row += grid.rowStride()) {
      sum += rows.sumOfSquares(a, row, grid.nx());
    }
    return sum;
  }

  /** Sets plane z, ghost cells included, to zero. */
  static void clear(Grid grid, double[] a, int z) {
    Arrays.fill(a, grid.index(0, 0, z), grid.index(0, 0, z + 1), 0.0);
  }
}
