package org.armci4j.examples.mg;

import java.util.Locale;
import org.armci4j.examples.mg.kernel.Stencil;
import org.armci4j.examples.options.OptionException;

/** Lists the problem sizes of NPB 3 and the norms that verify them. */
enum ProblemClass {
  S(32, 4, 0.5307707005734e-04),
  W(128, 4, 0.6467329375339e-05),
  A(256, 4, 0.2433365309069e-05),
  B(256, 20, 0.1800564401355e-05),
  C(512, 20, 0.5706732285740e-06);

  /** A of the equation A·u = v, the same for all classes. */
  static final Stencil OPERATOR = new Stencil(-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0);

  /** Relative error up to which a norm counts as right. */
  static final double TOLERANCE = 1e-8;

  private final int size;
  private final int iterations;
  private final double norm;

  ProblemClass(int size, int iterations, double norm) {
    this.size = size;
    this.iterations = iterations;
    this.norm = norm;
  }

  /** Returns the number of cells along each edge of the cubic grid. */
  int size() {
    return size;
  }

  /** Returns the V-cycles of a verified run. */
  int iterations() {
    return iterations;
  }

  /** Returns the published L2 norm of the residual after {@link #iterations()}. */
  double norm() {
    return norm;
  }

  /**
   * Returns the approximate inverse of the operator: classes up to A have one, the larger classes
   * another.
   */
  Stencil smoother() {
    return switch (this) {
      case S, W, A -> new Stencil(-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0);
      case B, C -> new Stencil(-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0, 0.0);
    };
  }

  /**
   * Returns the class with a name.
   *
   * @throws OptionException when there is none
   */
  static ProblemClass named(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new OptionException("no problem class '" + name + "': choose S, W, A, B or C");
    }
  }
}
