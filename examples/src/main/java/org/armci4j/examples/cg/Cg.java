package org.armci4j.examples.cg;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.examples.options.CommandLine;

/**
 * Runs CG of the NAS Parallel Benchmarks 3: inverse iteration for an eigenvalue of a random sparse
 * matrix, with conjugate gradients for the inverse.
 *
 * <p>Source: Bailey et al., NASA report RNR-94-007 (1994), section 2.2, as NPB 3 refines it.
 */
public final class Cg {
  private static final String USAGE =
      """
      Usage: cg [--class S|W|A] [--help]

      Solves the CG problem of the NAS Parallel Benchmarks 3 on any number of ranks,
      and verifies the result.

        --class X  a matrix of 1400, 7000 or 14000 rows; default S
        --help     print this\
      """;

  private static final int ITERATIONS = 15;
  private static final int STEPS = 25; // of conjugate gradients in each iteration

  /** The classes of NPB. */
  enum Size {
    S(1400, 7, 10, 8.5971775078648),
    W(7000, 8, 12, 10.362595087124),
    A(14_000, 11, 20, 17.130235054029);

    final int rows;
    final int draws; // random elements of each vector in the matrix
    final double shift;
    final double zeta; // as published

    Size(int rows, int draws, double shift, double zeta) {
      this.rows = rows;
      this.draws = draws;
      this.shift = shift;
      this.zeta = zeta;
    }
  }

  private final DoubleArray x;
  private final DoubleArray z;
  private final DoubleArray r;
  private final DoubleArray p;
  private final DoubleArray q;
  private final SparseRows a;

  private Cg(Armci armci, Size problem) {
    x = GlobalArrays.of(armci).array(problem.rows).doubles();
    z = x.like().doubles();
    r = x.like().doubles();
    p = x.like().doubles();
    q = x.like().doubles();
    a = new SparseRows(problem, (int) x.own().lower(0), (int) x.own().extent(0));
  }

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    CommandLine.read("cg", USAGE, args, line -> line.constant("--class", Size.S))
        .ifPresent(Cg::run);
  }

  private static void run(Size problem) {
    try (Armci armci = Armci.open()) {
      Cg cg = new Cg(armci, problem);
      cg.x.fill(1);
      cg.solve(); // not timed, as in NPB
      long start = System.nanoTime();
      double zeta = 0;
      for (int i = 0; i < ITERATIONS; i++) {
        cg.solve();
        zeta = problem.shift + 1 / cg.x.dot(cg.z);
        cg.x.add(1 / cg.z.norm(), cg.z, 0, cg.z);
      }
      System.out.printf(
          Locale.ROOT,
          "rank %d: zeta %.12f, NAS has %.12f; %d elements of others in each product; %.3f s%n",
          armci.rank(),
          zeta,
          problem.zeta,
          cg.a.fetches(),
          (System.nanoTime() - start) * 1e-9);
      if (!(Math.abs(zeta / problem.zeta - 1) <= 1e-10)) {
        throw new IllegalStateException("zeta is not the published one");
      }
    }
  }

  /** Finds z with A z = x. Operations on whole arrays begin with a sync. */
  private void solve() {
    z.fill(0);
    r.copyFrom(x);
    p.copyFrom(x);
    double square = r.dot(r);
    for (int step = 0; step < STEPS; step++) {
      a.multiply(p, q);
      double length = square / p.dot(q);
      z.add(1, z, length, p);
      r.add(1, r, -length, q);
      double last = square;
      square = r.dot(r);
      p.add(1, r, square / last, p);
    }
  }
}
