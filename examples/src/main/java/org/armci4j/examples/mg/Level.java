package org.armci4j.examples.mg;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;

/**
 * Holds one level of the multigrid on one rank: solution and residual with their shape.
 *
 * @param grid shape of u and r
 * @param part the cells of this level that lie on this rank's next finer grid
 * @param halo fills the ghost cells of u and r
 * @param gather brings the other ranks' parts where every rank holds this whole level and only its
 *     own part of the finer one; else null
 * @param u the solution, on coarse levels its correction
 * @param r the residual
 */
record Level(Grid grid, GridPart part, Halo halo, Gather gather, double[] u, double[] r) {}
