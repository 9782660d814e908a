package org.armci4j.examples.mg.operator;

import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.kernel.Stencil;

/**
 * Holds MG's four operators, which work on one z plane at a time. So a caller can let one operator
 * follow another through the grid while the planes are still in the cache. For one thread: the
 * operators share scratch rows.
 *
 * @param residual r = v − A·u
 * @param smoother u += C·r
 * @param restriction to the next coarser grid
 * @param prolongation to the next finer grid
 */
public record Operators(
    Residual residual, Smoother smoother, Restriction restriction, Prolongation prolongation) {
  /**
   * Makes the operators.
   *
   * @param rows the arithmetic
   * @param operator A of the equation A·u = v
   * @param smoother C, the approximate inverse of A
   * @param widest interior cells of the longest row
   */
  public static Operators of(RowKernels rows, Stencil operator, Stencil smoother, int widest) {
    ScratchRows scratch = ScratchRows.of(widest);
    return new Operators(
        new Residual(rows, operator, scratch),
        new Smoother(rows, smoother, scratch),
        new Restriction(rows, scratch),
        new Prolongation(rows, scratch));
  }
}
