package org.armci4j.examples.mg;

import java.util.Locale;
import org.armci4j.examples.mg.grid.Grid;

/**
 * Holds the result of a run.
 *
 * @param options what was run
 * @param timedIterations number of iterations in the timed part: fewer than all when it has gone on
 *     from a save
 * @param asMessages whether its exchanges were messages
 * @param ranks the layout of the ranks
 * @param transport the transport that carried the puts
 * @param initialisationSeconds time until the timed part, the untimed iteration included
 * @param seconds time of the timed part, on the slowest rank
 * @param norm the L2 norm of the final residual
 */
record MgReport(
    MgOptions options,
    int timedIterations,
    boolean asMessages,
    RankGrid ranks,
    String transport,
    double initialisationSeconds,
    double seconds,
    double norm) {
  /** NPB's count of floating-point operations for one cell and iteration. */
  private static final double OPERATIONS_PER_CELL = 58.0;

  /** Returns the difference of the norm from the published one, relative to the published one. */
  double error() {
    return Math.abs(norm - options.problem().norm()) / options.problem().norm();
  }

  /** Returns whether the norm is the published one, or none is published for this run. */
  boolean isAcceptable() {
    // Not "error > tolerance": a norm that is not a number must fail.
    return !options.isVerifiable() || error() <= ProblemClass.TOLERANCE;
  }

  /** Returns the report in the style of NPB. */
  String text() {
    int size = options.problem().size();
    double mops = OPERATIONS_PER_CELL * Math.pow(size, 3) * timedIterations / seconds * 1e-6;
    return String.format(
        Locale.ROOT,
        """

         NAS Parallel Benchmarks 3 -- MG Benchmark, %s with armci4j

         Class           = %24s
         Size            = %24s
         Iterations      = %24d
         Total ranks     = %24d
         Rank grid       = %24s
         Transport       = %24s
         Initialization  = %22.3f s
         Time in seconds = %24.3f
         Mop/s total     = %24.2f
         Mop/s/rank      = %24.2f
         L2 norm         = %24.13E
        %s
        """,
        asMessages ? "by messages" : "one-sided",
        options.problem(),
        new Grid(size, size, size),
        options.iterations(),
        ranks.ranks(),
        new Grid(ranks.px(), ranks.py(), ranks.pz()),
        transport,
        initialisationSeconds,
        seconds,
        mops,
        mops / ranks.ranks(),
        norm,
        verification());
  }

  private String verification() {
    if (!options.isVerifiable()) {
      return String.format(Locale.ROOT, " Verification    = %24s", "NOT PERFORMED");
    }
    return String.format(
        Locale.ROOT,
        """
         Published norm  = %24.13E
         Relative error  = %24.13E
         Verification    = %24s\
        """,
        options.problem().norm(),
        error(),
        isAcceptable() ? "SUCCESSFUL" : "UNSUCCESSFUL");
  }
}
