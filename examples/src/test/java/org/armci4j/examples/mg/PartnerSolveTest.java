package org.armci4j.examples.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.checkpoint.PartnerCopies;
import org.armci4j.examples.common.Deaths;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Lets a rank fail, and the next job of the same JVM go on from its partner's copy. */
class PartnerSolveTest {
  private static final int RANKS = 4;
  private static final int FAILING = 2;
  private static final int LAST_DONE = 3;

  private final PartnerCopies[] copies =
      Stream.generate(PartnerCopies::new).limit(RANKS).toArray(PartnerCopies[]::new);

  private final AtomicIntegerArray iterations = new AtomicIntegerArray(RANKS);

  private Mg.Solved solve(Armci armci, IntConsumer progress) {
    MgOptions options = new MgOptions(ProblemClass.S, 4, false, null, 2, new Deaths(Set.of()));
    RankGrid ranks = RankGrid.of(armci.size(), armci.rank());
    Solver solver =
        new Solver(
            new PartExchange.Kind(armci, false), ranks, options.problem(), RowKernels.best());
    solver.initialise();
    return PartnerSolve.solve(armci, options, solver, copies[armci.rank()], progress);
  }

  @Test
  void theNextEpochEndsWithTheSameBits() {
    double[] norms = new double[RANKS];
    RankThreads job = RankThreads.of(RANKS);
    job.run(armci -> norms[armci.rank()] = solve(armci, iteration -> {}).norm());
    List<?> failures =
        job.failures(
            armci ->
                solve(
                    armci,
                    iteration -> {
                      if (armci.rank() == FAILING && iteration == LAST_DONE) {
                        throw new IllegalStateException("dies");
                      }
                    }));
    assertEquals(RANKS, failures.size(), failures::toString);
    copies[FAILING] = new PartnerCopies();
    job.run(
        armci -> {
          Mg.Solved solved = solve(armci, iteration -> iterations.incrementAndGet(armci.rank()));
          assertEquals(new Mg.Solved(2, norms[armci.rank()]), solved);
          assertEquals(1, iterations.get(armci.rank()), "only the third is made anew");
        });
  }
}
