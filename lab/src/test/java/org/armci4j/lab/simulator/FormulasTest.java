package org.armci4j.lab.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an algorithm says of itself is what its schedules take, within a bound. */
class FormulasTest {
  /** Formulas leave out how ranks that are not the slowest get in each other's way. */
  private static final double BOUND = 1.3;

  /** Trees that are not full, and ranks beyond a power of two, end earlier than formulas say. */
  private static final double LOOSE_BOUND = 2;

  private static final int[] RANKS = {2, 3, 4, 5, 7, 8, 12, 16, 33, 64};
  private static final long[] SIZES = {8, 64, 512, 4096, 32 << 10, 256 << 10, 1 << 20};

  static List<Algorithm> algorithms() {
    return ThesisAlgorithms.ALL;
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void sayWhatSchedulesTake(Algorithm algorithm) {
    for (int ranks : RANKS) {
      for (long bytes : SIZES) {
        Shape shape = Played.shape(algorithm.operation(), ranks, bytes);
        if (algorithm.operation() == Operation.BARRIER) {
          shape = Played.shape(algorithm.operation(), ranks, 0);
        }
        if (algorithm.serves().test(shape)) {
          double said = algorithm.nanos(shape, Played.LEVEL);
          double took = Played.of(algorithm, shape).nanos();
          String what =
              Text.format(
                  "%s %s, %d ranks, %d bytes: formula %.0f, played %.0f, ratio %.3f",
                  algorithm.operation(), algorithm.name(), ranks, bytes, said, took, said / took);
          double bound = shape.isPowerOfTwo() && bytes >= 8L * ranks ? BOUND : LOOSE_BOUND;
          assertTrue(said <= bound * took && took <= bound * said, what);
        }
      }
    }
  }
}
