package org.armci4j.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.fit.MachineFit.MeasuredShape;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.lab.thesis.TreeBounds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of the model beside times that a known machine takes. */
class TreeModelTest {
  /** A slow wire, and a processor that is not quick either. */
  private static final LogGP MACHINE = new LogGP(0, 50_000, 20_000, 100_000, 800, 0, 0, 1, 1, 0);

  private static final double CLOSE = 0.08;

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void timesOfOtherSizesArePredicted(int ranks) {
    List<Measurement> figures = TreeModelRank.figures(measured(ranks), ranks);
    int trees = TreeModelRank.trees(ranks).size();
    assertEquals(TreeModelRank.predictedSizes().size() * (4 * trees + 2), figures.size());
    for (long size : TreeModelRank.predictedSizes()) {
      for (TreeBounds tree : TreeModelRank.trees(ranks)) {
        String operation = "allreduce-" + tree.best().name();
        double expected = figure(figures, operation, "expected", size);
        assertEquals(figure(figures, operation, "measured", size), expected, CLOSE * expected);
        assertTrue(figure(figures, operation, "best", size) <= expected, operation);
        assertTrue(expected <= figure(figures, operation, "worst", size), operation);
      }
      double fastest = figure(figures, "allreduce", "fastest", size);
      assertEquals(fastest, figure(figures, "allreduce", "chosen", size), CLOSE * fastest);
    }
  }

  private static double figure(List<Measurement> all, String operation, String by, long size) {
    return all.stream()
        .filter(one -> one.operation().equals(operation) && one.subject().equals(by))
        .filter(one -> one.sizeBytes() == size)
        .findFirst()
        .orElseThrow()
        .median();
  }

  private static List<MeasuredShape> measured(int ranks) {
    List<MeasuredShape> all = new ArrayList<>();
    for (TreeBounds tree : TreeModelRank.trees(ranks)) {
      for (long size : TreeModelRank.SIZES) {
        Shape shape =
            new Shape(Operation.ALLREDUCE, 0, ranks, 0, size / Double.BYTES, Double.BYTES);
        all.add(new MeasuredShape(tree.expected(), shape, tree.expected().nanos(shape, MACHINE)));
      }
    }
    return all;
  }
}
