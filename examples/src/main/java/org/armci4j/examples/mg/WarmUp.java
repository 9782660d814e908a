package org.armci4j.examples.mg;

import java.util.List;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.operator.Operators;

/**
 * Lets the JIT compile the kernels on a small grid before the program touches the large one.
 *
 * <p>Uncompiled vector code is some hundred times slower. Code that was compiled while it saw only
 * long rows is thrown away at the first short row, in the middle of the first V-cycle. The small
 * grid has rows of every length, and takes a second less than the same warm-up on a large one.
 */
final class WarmUp {
  private static final int SIZE = 32;

  /**
   * A cycle is faster than the best so far when it takes less than this part of the best's time.
   */
  private static final double GAIN = 0.9;

  /** Cycles without gain after which the compiler is done, or too busy to wait for. */
  private static final int STEADY_CYCLES = 50;

  private static final long LIMIT_NANOS = 2_000_000_000L;

  private WarmUp() {}

  /** Runs V-cycles on this rank alone until they get no faster, for 2 s at most. */
  static void run(ProblemClass problem, RowKernels rows) {
    List<Level> levels = Hierarchy.build(null, RankGrid.of(1, 0), SIZE);
    Operators operators = Operators.of(rows, ProblemClass.OPERATOR, problem.smoother(), SIZE);
    VCycle cycle = new VCycle(operators, levels, levels.getLast().grid().allocate());
    long start = System.nanoTime();
    long best = Long.MAX_VALUE;
    int steady = 0;
    for (long now = start; steady < STEADY_CYCLES && now - start < LIMIT_NANOS; ) {
      cycle.restrict();
      cycle.correct();
      cycle.residualAndRestrict();
      operators.residual().sumOfSquares(levels.getLast().grid(), levels.getLast().r(), 1);
      long end = System.nanoTime();
      steady = end - now < GAIN * best ? 0 : steady + 1;
      best = Math.min(best, end - now);
      now = end;
    }
  }
}
