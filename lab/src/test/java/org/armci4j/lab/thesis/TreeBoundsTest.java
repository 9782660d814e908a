package org.armci4j.lab.thesis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Best and worst time differ by the messages that arrive before the one that a rank waits for. */
class TreeBoundsTest {
  private static final double NANOS_PER_BYTE = 3;
  private static final double GAP_NANOS = 40;
  private static final LogGP MACHINE =
      new LogGP(100, 1000, 200, GAP_NANOS, NANOS_PER_BYTE, 0, 0, 0.5, 0.7, 10);

  private static final long BYTES = 4096;

  /** Children of rank 0 other than the first, over all steps. */
  @ParameterizedTest
  @CsvSource({"1, 4, 0", "1, 8, 0", "3, 4, 2", "3, 8, 2", "3, 16, 4", "7, 8, 6", "7, 6, 4"})
  void worstIsLaterByTheOthersMessages(int degree, int ranks, int others) {
    TreeBounds tree = TreeBounds.of(degree);
    Shape shape = new Shape(Operation.ALLREDUCE, 0, ranks, 0, BYTES / 8, 8);
    double best = tree.best().nanos(shape, MACHINE);
    double late = others * (GAP_NANOS + BYTES * NANOS_PER_BYTE);
    assertEquals(best + late, tree.worst().nanos(shape, MACHINE), 1e-6);
    assertEquals(best + late / 2, tree.expected().nanos(shape, MACHINE), 1e-6);
  }
}
