package org.armci4j.examples.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.ErdosRenyi;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestPathsTest {
  @ParameterizedTest
  @CsvSource({
    // ranks, vertices, degree, delta
    "1, 30, 4, 10",
    "3, 2, 2, 10",
    "3, 200, 6, 1",
    "3, 200, 6, 25"
  })
  void wordsFindTheDistances(int ranks, int vertices, int degree, int delta) {
    WeightedEdges edges = WeightedEdges.of(ErdosRenyi.ofDegree(vertices, degree, 1), 50, 1);
    long[] expected =
        SerialDijkstra.distances(new WeightedRows(edges, new CyclicDeal(vertices, 1, 0), delta), 0);
    RankThreads.of(ranks).run(armci -> find(armci, edges, delta, expected));
  }

  private static void find(Armci armci, WeightedEdges edges, int delta, long[] expected) {
    CyclicDeal vertices = CyclicDeal.of(armci, edges.vertices());
    WeightedRows own = new WeightedRows(edges, vertices, delta);
    DistanceBuckets buckets = new DistanceBuckets(vertices.count(), delta, edges.longest());
    WordRelaxations relaxations = new WordRelaxations(armci, own, buckets);
    Collectives collectives = Collectives.of(armci);
    new DeltaStepping(
            own, buckets, relaxations, least -> collectives.allreduce(least, Reduction.MIN))
        .run(0);
    for (int place = 0; place < vertices.count(); place++) {
      int vertex = vertices.index(place);
      assertEquals(expected[vertex], buckets.distance(place), "vertex " + vertex);
    }
    relaxations.free();
  }
}
