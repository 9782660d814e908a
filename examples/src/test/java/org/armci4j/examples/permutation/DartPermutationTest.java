package org.armci4j.examples.permutation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DartPermutationTest {
  @ParameterizedTest
  @CsvSource({
    // ranks, numbers
    "1, 1",
    "1, 50",
    "3, 2",
    "3, 301",
    "2, 70000" // several heaps
  })
  void heapsHaveEachNumberOnce(int ranks, int numbers) {
    RankThreads.of(ranks).run(armci -> shuffle(armci, new DartProblem(numbers, 1)));
  }

  /** Six standard deviations are 122, of 500 expected for each order. */
  @Test
  void allOrdersAreAboutAsFrequent() {
    Map<String, Integer> orders = new TreeMap<>();
    RankThreads.of(1)
        .run(
            armci -> {
              for (int seed = 1; seed <= 3000; seed++) {
                orders.merge(order(armci, new DartProblem(3, seed)), 1, Integer::sum);
              }
            });
    assertEquals(6, orders.size(), orders::toString);
    orders.forEach((order, count) -> assertEquals(500, count, 122, order));
  }

  private static String order(Armci armci, DartProblem problem) {
    try (DealtLongs permutation = new DealtLongs(armci, problem.numbers())) {
      new WordHeaps(armci, problem, Collectives.of(armci)).permute(permutation);
      return Arrays.toString(permutation.readAll());
    }
  }

  private static void shuffle(Armci armci, DartProblem problem) {
    DealtLongs permutation = new DealtLongs(armci, problem.numbers());
    permutation.fill(PermutationForm.FREE);
    new WordHeaps(armci, problem, Collectives.of(armci)).permute(permutation);
    armci.barrier(); // all ranks have put their numbers
    long[] numbers = permutation.readAll();
    Arrays.sort(numbers);
    assertArrayEquals(LongStream.range(0, problem.numbers()).toArray(), numbers);
  }
}
