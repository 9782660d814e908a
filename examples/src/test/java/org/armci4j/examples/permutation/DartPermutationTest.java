package org.armci4j.examples.permutation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;
import org.armci4j.testkit.harness.RankThreads;
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

  private static void shuffle(Armci armci, DartProblem problem) {
    DealtLongs permutation = new DealtLongs(armci, problem.numbers());
    permutation.fill(DartForm.FREE);
    new WordHeaps(armci, problem, Collectives.of(armci)).permute(permutation);
    armci.barrier(); // all ranks have put their numbers
    long[] numbers = permutation.readAll();
    Arrays.sort(numbers);
    assertArrayEquals(LongStream.range(0, problem.numbers()).toArray(), numbers);
  }
}
