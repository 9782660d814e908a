package org.armci4j.arrays;

import java.time.Duration;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs arrays of each type through an RDMA device, beside a plain model. The system property {@code
 * test.seed} repeats the draws of a run.
 */
class ArraysLab {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @Test
  void arraysOfTwoRanksAreThoseOfTheModel() {
    arraysAreThoseOfTheModel(2);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {3, 8})
  void arraysAreThoseOfTheModel(int ranks) {
    System.out.println("arrays: test.seed=" + SEED);
    RankThreads.of(ranks)
        .over("verbs")
        .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
        .within(Duration.ofMinutes(5))
        .run(ArraysLab::run);
  }

  private static void run(Armci armci) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (ElementKind kind : ElementKind.values()) {
      int cuts = random.nextInt(ArrayCase.CUTS);
      AnyArrayTest.run(
          armci, new ArrayCase(armci.size(), new long[] {9, 7}, kind, cuts, 1, random.nextLong()));
    }
  }
}
