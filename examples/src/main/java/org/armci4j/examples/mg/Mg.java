package org.armci4j.examples.mg;

import org.armci4j.Armci;
import org.armci4j.bootstrap.Membership;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.mg.kernel.RowKernels;

/**
 * MG of the NAS Parallel Benchmarks 3: multigrid on a periodic cube divided among the ranks, which
 * exchange their boundaries by one-sided puts with signals.
 *
 * <p>Source: Bailey et al., "The NAS Parallel Benchmarks", NASA report RNR-94-007 (1994), section
 * 2.2, as NPB 3 refines it.
 */
public final class Mg {
  private static final int UNVERIFIED = 1;
  private static final int USAGE = 2;

  private Mg() {}

  /**
   * Runs on one rank; rank 0 prints.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    Membership self = Membership.current();
    boolean speaks = self.rank() == 0;
    try {
      MgOptions options = MgOptions.parse(args);
      RankGrid ranks = RankGrid.of(self.size(), self.rank());
      checkFits(options.problem(), ranks);
      if (!options.help()) {
        boolean acceptable = run(options, ranks, speaks && self.terminal());
        exitIf(speaks && !acceptable, UNVERIFIED);
      } else if (speaks) {
        System.out.println(MgOptions.USAGE);
      }
    } catch (MgException mistake) {
      // Every rank makes the same mistake: one of them says it.
      if (speaks) {
        System.err.println("mg: " + mistake.getMessage());
      }
      exitIf(speaks, USAGE);
    }
  }

  private static void exitIf(boolean condition, int code) {
    if (condition) {
      System.exit(code);
    }
  }

  private static void checkFits(ProblemClass problem, RankGrid ranks) {
    if (!Hierarchy.fits(ranks, problem.size())) {
      throw new MgException(
          "class %s has too few cells for %d ranks: use fewer ranks or a larger class"
              .formatted(problem, ranks.ranks()));
    }
  }

  private static boolean run(MgOptions options, RankGrid ranks, boolean showProgress) {
    long start = System.nanoTime();
    try (Armci armci = Armci.open()) {
      RowKernels rows = RowKernels.best();
      WarmUp.run(options.problem(), rows);
      Solver solver = new Solver(armci, ranks, options.problem(), rows);
      solver.initialise();
      solver.solve(1, iteration -> {}); // untimed, as in NPB: touches all memory
      solver.initialise();
      armci.barrier();
      long timed = System.nanoTime();
      Progress progress = new Progress(System.out, options.iterations());
      solver.solve(options.iterations(), showProgress ? progress : iteration -> {});
      double norm = solver.norm();
      long end = System.nanoTime();
      progress.end();
      Collectives collectives = Collectives.of(armci);
      double seconds = collectives.allreduce((end - timed) * 1e-9, Reduction.MAX);
      MgReport report =
          new MgReport(
              options, ranks, armci.transportName(), (timed - start) * 1e-9, seconds, norm);
      if (armci.rank() == 0) {
        System.out.println(report.text());
      }
      return report.isAcceptable();
    }
  }
}
