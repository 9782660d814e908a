package org.armci4j.examples.cg;

import java.util.Locale;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Runs CG of the NAS Parallel Benchmarks 3: inverse iteration by conjugate gradients.
 *
 * <p>Source: Bailey et al., NASA report RNR-94-007 (1994), section 2.2, as NPB 3 refines it.
 */
public final class Cg {
  private static final String USAGE =
      """
      Usage: cg [--class S|W|A] [--help]

      Solves the CG problem of the NAS Parallel Benchmarks 3, and verifies the result.

        --class X  a matrix of 1400, 7000 or 14000 rows; default S
        --help     print this\
      """;

  private static final Map<String, CgClass> CLASSES =
      Map.of(
          "S", new CgClass(1400, 7, 10, 8.5971775078648),
          "W", new CgClass(7000, 8, 12, 10.362595087124),
          "A", new CgClass(14_000, 11, 20, 17.130235054029));

  /** A class of NPB: rows, random elements of each vector, shift, and the published result. */
  record CgClass(int rows, int draws, double shift, double zeta) {}

  private final DoubleArray x;
  private final DoubleArray z;
  private final DoubleArray r;
  private final DoubleArray p;
  private final DoubleArray q;
  private final SparseRows a;

  private Cg(Armci armci, CgClass problem) {
    x = GlobalArrays.of(armci).array(problem.rows()).doubles();
    z = x.like().doubles();
    r = x.like().doubles();
    p = x.like().doubles();
    q = x.like().doubles();
    a = new SparseRows(problem, x.own());
  }

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("cg", USAGE, args, options -> options.choice("--class", "S", CLASSES))
        .ifPresent(Cg::run);
  }

  private static void run(CgClass problem) {
    try (Armci armci = Armci.open()) {
      Cg cg = new Cg(armci, problem);
      cg.x.fill(1);
      cg.solve(); // not timed, as in NPB
      long start = System.nanoTime();
      double zeta = 0;
      for (int iteration = 0; iteration < 15; iteration++) {
        cg.solve();
        zeta = problem.shift() + 1 / cg.x.dot(cg.z);
        cg.x.add(1 / cg.z.norm(), cg.z, 0, cg.z);
      }
      System.out.printf(
          Locale.ROOT,
          "rank %d: zeta %.12f, NAS has %.12f; %d elements of others in each product; %.3f s%n",
          armci.rank(),
          zeta,
          problem.zeta(),
          cg.a.outside.length,
          (System.nanoTime() - start) * 1e-9);
      if (!(Math.abs(zeta / problem.zeta() - 1) <= 1e-10)) {
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
    for (int step = 0; step < 25; step++) {
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
