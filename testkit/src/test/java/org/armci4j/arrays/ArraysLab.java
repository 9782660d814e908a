package org.armci4j.arrays;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
 * Runs arrays through an RDMA device, beside a plain model: of one real and one complex type, or
 * for a release of all types. The system property {@code test.seed} repeats the draws of a run.
 */
class ArraysLab {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @Test
  void arraysOfTwoTypesAreThoseOfTheModel() {
    SplittableRandom random = new SplittableRandom(SEED);
    run(2, List.of(any(random, 1), any(random, 2)));
  }

  /** Draws a type whose elements are so many numbers. */
  private static ElementKind any(SplittableRandom random, int numbers) {
    List<ElementKind> kinds =
        Arrays.stream(ElementKind.values()).filter(kind -> kind.numbers() == numbers).toList();
    return kinds.get(random.nextInt(kinds.size()));
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void arraysAreThoseOfTheModel(int ranks) {
    run(ranks, List.of(ElementKind.values()));
  }

  private static void run(int ranks, List<ElementKind> kinds) {
    System.out.println("arrays: test.seed=" + SEED);
    RankThreads.of(ranks)
        .over("verbs")
        .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
        .within(Duration.ofMinutes(8))
        .run(armci -> run(armci, kinds));
  }

  private static void run(Armci armci, List<ElementKind> kinds) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (ElementKind kind : kinds) {
      int cuts = random.nextInt(ArrayCase.CUTS);
      AnyArrayTest.run(
          armci, new ArrayCase(armci.size(), new long[] {9, 7}, kind, cuts, 1, random.nextLong()));
    }
  }
}
