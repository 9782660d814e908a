package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Matrices are those of a plain model, whatever the shapes, the distributions, the type, the group
 * and the ranks. The system property {@code test.seed} repeats the draws of a run.
 */
class AnyMatrixTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());
  private static final int MOST_RANKS = 5;

  @ParameterizedTest
  @CsvSource({"local, 15", "fake, 4", "ucx, 1"})
  void matricesAreThoseOfTheModel(String transport, int cases) {
    System.out.printf(Locale.ROOT, "matrices over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      int ranks = random.nextInt(1, MOST_RANKS + 1);
      ElementKind kind = i % 2 == 0 ? ElementKind.DOUBLE : ElementKind.FLOAT;
      long seed = random.nextLong();
      try {
        NetworkJobs.threads(transport, ArrayCase.jobRanks(ranks, seed))
            .run(armci -> run(armci, ranks, kind, seed));
      } catch (AssertionError e) {
        throw new AssertionError(
            "%d ranks, %s, seed %d: %s".formatted(ranks, kind, seed, e.getMessage()), e);
      }
    }
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"local, 150", "fake, 50", "ucx, 10"})
  void manyMatricesAreThoseOfTheModel(String transport, int cases) {
    matricesAreThoseOfTheModel(transport, cases);
  }

  /** Large enough for several tiles of each owner, where loads do not reach the other rank. */
  @Test
  void largeMatricesAreTransposedInTiles() {
    NetworkJobs.threads("fake", 2)
        .run(
            armci -> {
              GlobalArrays arrays = GlobalArrays.of(armci);
              LongArray a = arrays.array(900, 700).chunks(900, 0).longs();
              LongArray b = arrays.array(700, 900).chunks(700, 0).ghosts(1, 1).longs();
              a.map((index, _) -> 1000 * index[0] + index[1]);
              b.transposeFrom(a);
              b.forEach((index, value) -> assertEquals(1000 * index[1] + index[0], value));
              b.sync();
            });
  }

  @ArmciTest(ranks = 2, processes = true, timeoutSeconds = 300)
  void matricesBetweenProcessesAreThoseOfTheModel(Armci armci) {
    run(armci, 2, ElementKind.DOUBLE, 3);
  }

  /** Runs the program on some ranks, which for some seeds count in the opposite order. */
  private static void run(Armci armci, int ranks, ElementKind kind, long seed) {
    Group group = ArrayCase.group(armci, ranks, seed);
    if (group == null) {
      return;
    }
    GlobalArrays arrays = GlobalArrays.of(armci, group);
    new MatrixProgram<>(arrays, kind, seed).run();
    arrays.close();
  }
}
