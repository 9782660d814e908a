package org.armci4j.examples.mg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Armci;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolverTest {
  /** Rounding differs only in the order in which the ranks' sums of squares are added. */
  private static final double ROUNDING = 1e-12;

  @ParameterizedTest
  @CsvSource({"1", "2", "4", "8", "32"})
  void classSGivesThePublishedNormOnAnyNumberOfRanks(int ranks) {
    double norm = norm(ProblemClass.S, ranks);
    assertEquals(1.0, norm / ProblemClass.S.norm(), ProblemClass.TOLERANCE);
    assertEquals(1.0, norm / norm(ProblemClass.S, 1), ROUNDING);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "4", "8"})
  void classWGivesThePublishedNorm(int ranks) {
    assertEquals(1.0, norm(ProblemClass.W, ranks) / ProblemClass.W.norm(), ProblemClass.TOLERANCE);
  }

  @Test
  void messagesGiveTheSameNorm() {
    assertEquals(norm(ProblemClass.S, 4), norm(ProblemClass.S, 4, true));
  }

  @Test
  void theLargerClassesUseAnotherSmoother() {
    assertEquals(ProblemClass.A.smoother(), ProblemClass.S.smoother());
    assertEquals(-3.0 / 17.0, ProblemClass.B.smoother().centre());
    assertEquals(ProblemClass.B.smoother(), ProblemClass.C.smoother());
  }

  @Test
  void aSecondRunStartsAfresh() {
    RankThreads.of(2)
        .run(
            armci -> {
              Solver solver = solver(armci, ProblemClass.S, false);
              solver.initialise();
              solver.solve(0, 1, iteration -> {});
              double first = solver.norm();
              solver.initialise();
              solver.solve(0, 1, iteration -> {});
              assertEquals(first, solver.norm());
            });
  }

  /** The solution after some iterations leads another solver to the same bits. */
  @ParameterizedTest
  @CsvSource({"1", "2", "4"})
  void aRunThatGoesOnEndsAsAWholeOne(int ranks) {
    RankThreads.of(ranks)
        .run(
            armci -> {
              Solver whole = solver(armci, ProblemClass.S, false);
              byte[][] solutions = new byte[4][];
              whole.initialise();
              whole.solve(0, 4, done -> solutions[done] = bytes(whole));
              for (int done = 1; done < 4; done++) {
                Solver later = solver(armci, ProblemClass.S, false);
                later.initialise();
                later.solution().copyFrom(MemorySegment.ofArray(solutions[done]));
                later.solve(done, 4, iteration -> {});
                assertArrayEquals(bytes(whole), bytes(later));
                assertEquals(whole.norm(), later.norm());
              }
            });
  }

  private static byte[] bytes(Solver solver) {
    MemorySegment solution = solver.solution();
    byte[] copy = new byte[(int) solution.byteSize()];
    MemorySegment.ofArray(copy).copyFrom(solution);
    return copy;
  }

  private static double norm(ProblemClass problem, int ranks) {
    return norm(problem, ranks, false);
  }

  private static double norm(ProblemClass problem, int ranks, boolean asMessages) {
    AtomicReference<Double> norm = new AtomicReference<>();
    RankThreads.of(ranks)
        .run(
            armci -> {
              Solver solver = solver(armci, problem, asMessages);
              solver.initialise();
              solver.solve(0, problem.iterations(), iteration -> {});
              double mine = solver.norm();
              Double others = norm.compareAndExchange(null, mine);
              assertEquals(others == null ? mine : others, mine, "all ranks know the same norm");
            });
    return norm.get();
  }

  private static Solver solver(Armci armci, ProblemClass problem, boolean asMessages) {
    RankGrid ranks = RankGrid.of(armci.size(), armci.rank());
    return new Solver(new PartExchange.Kind(armci, asMessages), ranks, problem, RowKernels.best());
  }
}
