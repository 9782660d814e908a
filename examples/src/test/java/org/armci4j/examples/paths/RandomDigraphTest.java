package org.armci4j.examples.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.examples.common.CyclicDeal;
import org.junit.jupiter.api.Test;

/** The system property {@code test.seed} repeats the draws of a run. */
class RandomDigraphTest {
  private static final int VERTICES = 500;

  private final int seed =
      new Random(Long.getLong("test.seed", System.nanoTime())).nextInt(Integer.MAX_VALUE);

  private static List<String> edges(WeightedRows rows, int row) {
    List<String> edges = new ArrayList<>();
    for (int e = rows.begin(row); e < rows.end(row); e++) {
      edges.add(rows.target(e) + " after " + rows.length(e));
    }
    return edges;
  }

  @Test
  void theEdgesAreTheSameOnAnyNumberOfRanks() {
    RandomDigraph graph = new RandomDigraph(VERTICES, 6, 50, seed);
    WeightedRows all = new WeightedRows(graph, new CyclicDeal(VERTICES, 1, 0));
    for (int rank = 0; rank < 3; rank++) {
      CyclicDeal vertices = new CyclicDeal(VERTICES, 3, rank);
      WeightedRows some = new WeightedRows(graph, vertices);
      for (int row = 0; row < vertices.count(); row++) {
        assertEquals(edges(all, vertices.index(row)), edges(some, row), graph::toString);
      }
    }
  }

  @Test
  void aVertexHasEachTargetOnceAndNotItself() {
    RandomDigraph graph = new RandomDigraph(VERTICES, 20, 50, seed);
    WeightedRows all = new WeightedRows(graph, new CyclicDeal(VERTICES, 1, 0));
    for (int row = 0; row < VERTICES; row++) {
      int last = -1;
      for (int e = all.begin(row); e < all.end(row); e++) {
        int target = all.target(e);
        assertTrue(target > last && target < VERTICES && target != row, graph::toString);
        assertTrue(all.length(e) >= 1 && all.length(e) <= 50, graph::toString);
        last = target;
      }
    }
    // 10,000 edges on average, with a standard deviation of less than 100.
    assertEquals(20 * VERTICES, all.edges(), 600, graph::toString);
  }

  @Test
  void aGraphMayHaveAllEdges() {
    RandomDigraph graph = new RandomDigraph(20, 20, 1, seed);
    assertEquals(20 * 19, new WeightedRows(graph, new CyclicDeal(20, 1, 0)).edges());
  }
}
