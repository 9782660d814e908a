package org.armci4j.examples.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The system property {@code test.seed} repeats the draws of a run. */
class KroneckerEdgesTest {
  private final int seed =
      new Random(Long.getLong("test.seed", System.nanoTime())).nextInt(Integer.MAX_VALUE);

  private List<Long> draw(int scale, int ranks) {
    KroneckerEdges edges = new KroneckerEdges(scale, seed);
    List<Long> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      edges.draw(rank, ranks, (u, v) -> all.add(((long) u << scale) + v));
    }
    Collections.sort(all);
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 12})
  void theEdgesAreTheSameOnAnyNumberOfRanks(int scale) {
    List<Long> edges = draw(scale, 1);
    assertEquals(16 << scale, edges.size());
    assertEquals(edges, draw(scale, 3), "seed " + seed);
    assertEquals(edges, draw(scale, 4), "seed " + seed);
  }

  /** Undoes the scramble and counts how often each quarter of the matrix was chosen. */
  @Test
  void theQuartersHaveTheProbabilitiesOfTheSpecification() {
    int scale = 12;
    VertexScramble scramble = new VertexScramble(scale, seed);
    int[] original = new int[1 << scale];
    for (int i = 0; i < original.length; i++) {
      original[scramble.of(i)] = i;
    }
    long[][] quarters = new long[scale][4]; // for each bit
    KroneckerEdges edges = new KroneckerEdges(scale, seed);
    edges.draw(
        0,
        1,
        (u, v) -> {
          for (int bit = 0; bit < scale; bit++) {
            int high = original[u] >> bit & 1;
            quarters[bit][2 * high + (original[v] >> bit & 1)]++;
          }
        });
    double[] expected = {0.57, 0.19, 0.19, 0.05};
    for (long[] counts : quarters) {
      for (int quarter = 0; quarter < 4; quarter++) {
        double share = (double) counts[quarter] / edges.edges(); // deviates by 0.002 at most
        assertEquals(expected[quarter], share, 0.013, "quarter " + quarter + ", seed " + seed);
      }
    }
  }
}
