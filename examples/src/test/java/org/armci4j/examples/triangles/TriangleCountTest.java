package org.armci4j.examples.triangles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.ErdosRenyi;
import org.armci4j.examples.sparse.RowSource;
import org.armci4j.examples.sparse.SharedMatrix;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StarLoop;
import org.armci4j.examples.sparse.StarProduct;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TriangleCountTest {
  /** Counts in complete graphs. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0", "2, 3, 1", "3, 2, 0", "3, 12, 220", "4, 60, 34220"})
  void countsTrianglesOfCompleteGraphs(int ranks, int vertices, long triangles) {
    ErdosRenyi complete = ErdosRenyi.ofDegree(vertices, vertices, 1);
    assertEquals(triangles, TriangleCount.count(complete));
    bothFormsCount(ranks, complete, triangles);
  }

  @ParameterizedTest
  @CsvSource({"NONE, 2", "CENTER, 3", "LEAF, 4"})
  void countsTrianglesOfStars(StarLoop loop, int ranks) {
    StarProduct stars = new StarProduct(List.of(3, 5, 4), loop);
    assertEquals(stars.triangles(), TriangleCount.count(stars));
    bothFormsCount(ranks, stars, stars.triangles());
  }

  private static void bothFormsCount(int ranks, RowSource source, long triangles) {
    RankThreads.of(ranks)
        .run(
            armci -> {
              CyclicDeal deal = CyclicDeal.of(armci, source.rows());
              SparseMatrix lower = SparseMatrix.of(source, deal);
              SharedMatrix shared = new SharedMatrix(armci, lower);
              Collectives all = Collectives.of(armci);
              long pulled =
                  all.allreduce(
                      PulledTriangles.count(lower, shared, new VirtualParts(5)), Reduction.SUM);
              long pushed = all.allreduce(PushedTriangles.count(armci, all, lower), Reduction.SUM);
              assertEquals(triangles, pulled);
              assertEquals(triangles, pushed);
            });
  }
}
