package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeometricGraphTest {
  @ParameterizedTest
  @CsvSource({
    // vertices, radius
    "1, 0.1",
    "2, 1.5",
    "300, 0.001",
    "300, 0.07",
    "300, 0.25",
    "300, 0.4",
    "300, 0.5",
    "100, 0.99",
    "1000, 0.05"
  })
  void gridFindsEveryNeighbour(int vertices, double radius) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "geometric: %d, -Dtest.seed=%d%n", vertices, seed);
    GeometricGraph graph = new GeometricGraph(vertices, radius, seed);
    for (int row = 0; row < vertices; row++) {
      int point = row;
      assertArrayEquals(
          IntStream.range(0, row).filter(other -> graph.areNeighbours(other, point)).toArray(),
          graph.row(row),
          "row " + row);
    }
  }

  @Test
  void degreeIsAsAsked() {
    GeometricGraph graph = GeometricGraph.ofDegree(4000, 20, 3);
    double edges = IntStream.range(0, 4000).map(row -> graph.row(row).length).sum();
    // Points near the border have fewer neighbours: 20 (1 - 8 r / (3 pi)) on average, r = 0.04.
    assertTrue(Math.abs(2 * edges / 4000 - 19.3) < 1, "edges " + edges);
  }
}
