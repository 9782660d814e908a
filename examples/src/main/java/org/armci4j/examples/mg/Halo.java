package org.armci4j.examples.mg;

import org.armci4j.examples.mg.grid.Grid;

/**
 * Fills the ghost cells of a grid with the cells of the neighbouring ranks; the domain is periodic.
 *
 * <p>Call {@link #closePlane} for each interior plane, in any order and while the plane is still in
 * the cache, then {@link #exchange} once.
 */
interface Halo {
  /**
   * Returns whether {@link #closePlane} alone completes a plane. Then only the ghost planes z = 0
   * and z = nz + 1 wait for {@link #exchange}.
   */
  boolean closesPlanes();

  /** Fills the ghost cells of interior plane z whose neighbour is this rank itself. */
  void closePlane(Grid grid, double[] a, int z);

  /** Fills all other ghost cells. */
  void exchange(Grid grid, double[] a);
}
