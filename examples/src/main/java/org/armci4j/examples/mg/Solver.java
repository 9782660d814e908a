package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.mg.operator.Operators;
import org.armci4j.examples.mg.operator.Residual;

/** Solves A·u = v on all ranks by V-cycles. Every method is collective. */
final class Solver {
  private final Collectives collectives;
  private final double cells;
  private final RightHandSide rightHandSide;
  private final Residual residual;
  private final Level finest;
  private final double[] v;
  private final VCycle cycle;

  /**
   * Allocates the grids.
   *
   * @param exchanges makes exchanges
   * @param ranks the layout of the ranks
   * @param problem size and smoother
   * @param rows the arithmetic
   */
  Solver(PartExchange.Kind exchanges, RankGrid ranks, ProblemClass problem, RowKernels rows) {
    Armci armci = exchanges.armci();
    collectives = Collectives.of(armci);
    cells = Math.pow(problem.size(), 3);
    rightHandSide = new RightHandSide(armci, ranks, problem.size());
    Operators operators =
        Operators.of(rows, ProblemClass.OPERATOR, problem.smoother(), problem.size());
    residual = operators.residual();
    List<Level> levels = Hierarchy.build(exchanges, ranks, problem.size());
    finest = levels.getLast();
    v = finest.grid().allocate();
    cycle = new VCycle(operators, levels, v);
  }

  /** Sets the right-hand side and starts from u = 0. */
  void initialise() {
    rightHandSide.set(v);
    Arrays.fill(finest.u(), 0.0);
  }

  /**
   * Runs V-cycles.
   *
   * @param done number of cycles of which the {@link #solution} is there, less than all
   * @param iterations number of all cycles, at least one
   * @param progress gets the number of each iteration that has ended
   */
  void solve(int done, int iterations, IntConsumer progress) {
    cycle.residual();
    norm();
    cycle.restrict();
    for (int iteration = done + 1; iteration < iterations; iteration++) {
      cycle.correct();
      cycle.residualAndRestrict();
      progress.accept(iteration);
    }
    cycle.correct();
    cycle.residual();
  }

  /** Returns this rank's part of u on the finest level, all that a later run has to know. */
  MemorySegment solution() {
    return MemorySegment.ofArray(finest.u());
  }

  /** Returns the L2 norm of the residual, the same on every rank. */
  double norm() {
    double sum = 0.0;
    for (int z = 1; z <= finest.grid().nz(); z++) {
      sum += residual.sumOfSquares(finest.grid(), finest.r(), z);
    }
    return Math.sqrt(collectives.allreduce(sum, Reduction.SUM) / cells);
  }
}
