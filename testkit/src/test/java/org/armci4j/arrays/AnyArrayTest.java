package org.armci4j.arrays;

import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Arrays hold what a plain array holds, whatever the shape, the distribution, the type, the group
 * and the ranks. The system property {@code test.seed} repeats the draws of a run.
 */
class AnyArrayTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"local, 30", "fake, 8", "ucx, 2"})
  void arraysAreThoseOfTheModel(String transport, int cases) {
    System.out.printf(Locale.ROOT, "arrays over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      ArrayCase one = ArrayCase.any(random);
      try {
        int ranks = ArrayCase.jobRanks(one.ranks(), one.seed());
        NetworkJobs.threads(transport, ranks).run(armci -> run(armci, one));
      } catch (AssertionError e) {
        throw new AssertionError(one + ": " + e.getMessage(), e);
      }
    }
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"local, 500", "fake, 200", "ucx, 40"})
  void manyArraysAreThoseOfTheModel(String transport, int cases) {
    arraysAreThoseOfTheModel(transport, cases);
  }

  @ArmciTest(ranks = 3, processes = true, timeoutSeconds = 300)
  void arraysBetweenProcessesAreThoseOfTheModel(Armci armci) {
    SplittableRandom random = new SplittableRandom(1);
    for (ElementKind kind : ElementKind.values()) {
      run(armci, new ArrayCase(3, new long[] {9, 7}, kind, 2, 1, random.nextLong()));
      run(armci, new ArrayCase(3, new long[] {5, 4, 6}, kind, 0, 0, random.nextLong()));
      run(armci, new ArrayCase(3, new long[] {9, 7}, kind, 3, 0, random.nextLong()));
      run(armci, new ArrayCase(3, new long[] {9, 7}, kind, 4, 0, random.nextLong()));
      run(armci, new ArrayCase(2, new long[] {9, 7}, kind, 1, 1, random.nextLong()));
    }
  }

  /** Long enough for several pieces of each rank. */
  @ArmciTest(ranks = 3)
  void maskedCopiesOfManyElementsAreThoseOfTheModel(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    SplittableRandom random = new SplittableRandom(2);
    for (ElementKind kind : ElementKind.values()) {
      ArrayCase one = new ArrayCase(3, new long[] {5000}, kind, 2, 0, random.nextLong());
      new MaskedCopiesProgram<>(arrays, one).run();
    }
  }

  /** Long enough for several bands of rows. */
  @ArmciTest(ranks = 4)
  void ghostsOfManyRowsAreThoseOfTheModel(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    for (long[] shape : new long[][] {{1500, 5}, {70, 30, 4}, {900}}) {
      for (int ghosts = 1; ghosts < 3; ghosts++) {
        ArrayCase one = new ArrayCase(4, shape, ElementKind.INT, 0, ghosts, shape[0] + ghosts);
        new GhostProgram<>(armci, one.create(arrays), one).run();
      }
    }
  }

  /** Runs all programs on an array of some ranks. Collective for all ranks. */
  static void run(Armci armci, ArrayCase one) {
    Group group = one.group(armci);
    if (group == null) {
      return;
    }
    GlobalArrays arrays = GlobalArrays.of(armci, group);
    new PatchProgram<>(armci, one.create(arrays), one).run();
    new AccessProgram<>(armci, one.create(arrays), one).run();
    if (!one.isCyclic()) {
      new GhostProgram<>(armci, one.create(arrays), one).run();
    }
    if (one.shape().length == 1) {
      new MaskedCopiesProgram<>(arrays, one).run();
    }
    if (one.kind().numbers() == 2) {
      new ComplexProgram<>(arrays, one).run();
    } else {
      new WholeProgram<>(arrays, one).run();
      new SectionProgram<>(arrays, one).run();
    }
    arrays.close();
  }
}
