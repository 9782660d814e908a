package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErdosRenyiTest {
  private static final int VERTICES = 2000;

  @Test
  void withAllEdgesTheGraphIsComplete() {
    ErdosRenyi graph = ErdosRenyi.ofDegree(50, 100, 7);
    for (int row = 0; row < 50; row++) {
      assertArrayEquals(IntStream.range(0, row).toArray(), graph.row(row));
    }
    assertArrayEquals(new int[0], ErdosRenyi.ofDegree(1, 10, 7).row(0));
  }

  /** Counts the edges in all, those of vertex 0, and those of neighbouring numbers. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.5, 0.999})
  void edgesAreAsFrequentAsTheyShouldBe(double probability) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "Erdos-Renyi: %f, -Dtest.seed=%d%n", probability, seed);
    ErdosRenyi graph = new ErdosRenyi(VERTICES, probability, seed);
    int[][] rows = IntStream.range(0, VERTICES).mapToObj(graph::row).toArray(int[][]::new);
    for (int row = 0; row < VERTICES; row++) {
      int last = row;
      int[] inOrder =
          IntStream.of(rows[row]).filter(c -> c >= 0 && c < last).sorted().distinct().toArray();
      assertArrayEquals(inOrder, rows[row], "row " + row);
    }
    isBinomial(
        Arrays.stream(rows).mapToInt(row -> row.length).sum(),
        VERTICES * (VERTICES - 1) / 2,
        probability);
    isBinomial(
        Arrays.stream(rows).filter(row -> row.length > 0 && row[0] == 0).count(),
        VERTICES - 1,
        probability);
    isBinomial(
        IntStream.range(1, VERTICES).filter(i -> Arrays.binarySearch(rows[i], i - 1) >= 0).count(),
        VERTICES - 1,
        probability);
  }

  /** Checks that a number of successes is within 7 standard deviations, and 7 more. */
  private static void isBinomial(long found, int trials, double probability) {
    double mean = trials * probability;
    double deviation = Math.sqrt(mean * (1 - probability));
    assertTrue(Math.abs(found - mean) <= 7 * deviation + 7, found + " instead of about " + mean);
  }
}
