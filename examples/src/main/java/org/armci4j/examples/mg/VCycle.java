package org.armci4j.examples.mg;

import java.util.List;
import org.armci4j.examples.mg.operator.Operators;
import org.armci4j.examples.mg.operator.Prolongation;
import org.armci4j.examples.mg.operator.Residual;
import org.armci4j.examples.mg.operator.Restriction;
import org.armci4j.examples.mg.operator.Smoother;

/**
 * Runs the V-cycle of MG: down by full weighting, up by interpolation, residual and smoother.
 *
 * <p>Where a plane is complete as soon as it is computed ({@link Halo#closesPlanes}), an operator
 * follows the previous operator through the grid, a plane or two behind. MG waits for memory, and
 * each such pair saves a pass over it. The boundary planes, which wait for the neighbours' planes,
 * come after the exchange. Every cell's value is the same either way.
 */
final class VCycle {
  private final Residual residual;
  private final Smoother smoother;
  private final Restriction restriction;
  private final Prolongation prolongation;
  private final List<Level> levels;
  private final Level finest;
  private final double[] v;

  /**
   * Makes the cycle.
   *
   * @param operators residual, smoother, restriction and prolongation
   * @param levels from the coarsest to the finest, at least two
   * @param v the right-hand side on the finest level, ghost cells unused
   */
  VCycle(Operators operators, List<Level> levels, double[] v) {
    this.residual = operators.residual();
    this.smoother = operators.smoother();
    this.restriction = operators.restriction();
    this.prolongation = operators.prolongation();
    this.levels = levels;
    this.finest = levels.getLast();
    this.v = v;
  }

  /** Computes the finest residual, r = v − A·u. */
  void residual() {
    for (int z = 1; z <= finest.grid().nz(); z++) {
      residualPlane(finest, v, z);
    }
    finest.halo().exchange(finest.grid(), finest.r());
  }

  /** Computes the {@link #residual} and restricts it to the next level. */
  void residualAndRestrict() {
    Level coarse = levels.get(levels.size() - 2);
    int nz = finest.grid().nz();
    int done = 0;
    for (int z = 1; z <= nz; z++) {
      residualPlane(finest, v, z);
      if (finest.halo().closesPlanes() && z >= 3 && z % 2 == 1) {
        restrictPlane(finest, coarse, ++done);
      }
    }
    finest.halo().exchange(finest.grid(), finest.r());
    restrictFrom(finest, coarse, done + 1);
  }

  /** Restricts the finest residual to the next level. */
  void restrict() {
    restrictFrom(finest, levels.get(levels.size() - 2), 1);
  }

  /** Runs one V-cycle from the restricted finest residual to the new solution. */
  void correct() {
    for (int k = levels.size() - 2; k > 0; k--) {
      restrictFrom(levels.get(k), levels.get(k - 1), 1);
    }
    Level coarsest = levels.getFirst();
    for (int z = 0; z <= coarsest.grid().nz() + 1; z++) {
      coarsest.grid().clearPlane(coarsest.u(), z);
    }
    smoothFrom(coarsest, 1);
    for (int k = 1; k < levels.size() - 1; k++) {
      correct(levels.get(k - 1), levels.get(k), levels.get(k).r(), true);
    }
    correct(levels.get(levels.size() - 2), finest, v, false);
  }

  /**
   * Carries the coarse correction to a finer level, takes the residual there, and smooths.
   *
   * @param anew whether the fine level starts from u = 0: a correction does, the solution does not
   */
  private void correct(Level coarse, Level fine, double[] rightHandSide, boolean anew) {
    int nz = fine.grid().nz();
    prolongatePlane(coarse, fine, 0, anew);
    prolongatePlane(coarse, fine, 1, anew);
    int done = 1;
    for (int z = 1; z <= nz; z++) {
      prolongatePlane(coarse, fine, z + 1, anew);
      residualPlane(fine, rightHandSide, z);
      if (fine.halo().closesPlanes() && z >= 3) {
        // Plane z's residual was the last reader of plane z - 1 of the unsmoothed u.
        smoothPlane(fine, z - 1);
        done = z - 1;
      }
    }
    fine.halo().exchange(fine.grid(), fine.r());
    smoothPlane(fine, 1);
    smoothFrom(fine, done + 1);
  }

  private void smoothFrom(Level level, int first) {
    for (int z = first; z <= level.grid().nz(); z++) {
      smoothPlane(level, z);
    }
    level.halo().exchange(level.grid(), level.u());
  }

  private void restrictFrom(Level fine, Level coarse, int first) {
    for (int z = first; z <= fine.grid().nz() / 2; z++) {
      restrictPlane(fine, coarse, z);
    }
    if (coarse.gather() != null) {
      coarse.gather().fill(coarse.r());
      for (int z = 1; z <= coarse.grid().nz(); z++) {
        coarse.halo().closePlane(coarse.grid(), coarse.r(), z);
      }
    }
    coarse.halo().exchange(coarse.grid(), coarse.r());
  }

  private void residualPlane(Level level, double[] rightHandSide, int z) {
    residual.plane(level.grid(), level.u(), rightHandSide, level.r(), z);
    level.halo().closePlane(level.grid(), level.r(), z);
  }

  private void smoothPlane(Level level, int z) {
    smoother.plane(level.grid(), level.r(), level.u(), z);
    level.halo().closePlane(level.grid(), level.u(), z);
  }

  private void restrictPlane(Level fine, Level coarse, int z) {
    restriction.plane(fine.grid(), fine.r(), coarse.part(), coarse.r(), z);
    if (coarse.gather() == null) {
      coarse.halo().closePlane(coarse.grid(), coarse.r(), z);
    }
  }

  private void prolongatePlane(Level coarse, Level fine, int z, boolean anew) {
    if (anew) {
      fine.grid().clearPlane(fine.u(), z);
    }
    prolongation.plane(coarse.part(), coarse.u(), fine.grid(), fine.u(), z);
  }
}
