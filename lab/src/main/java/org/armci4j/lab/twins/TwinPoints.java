package org.armci4j.lab.twins;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.collectives.CollectivePoints;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.lab.thesis.ThesisAlgorithms;

/**
 * Lists the points of the twins: every algorithm that runs on every transport, over puts and over
 * messages.
 */
final class TwinPoints {
  private static final List<Long> SIZES = List.of(8L, 1L << 10, 32L << 10, 512L << 10);

  private TwinPoints() {}

  /**
   * Returns the points of the options whose algorithms serve all numbers of ranks.
   *
   * @param algorithms the only ones; null for all
   */
  static List<TwinPoint> of(SuiteOptions options, List<String> algorithms) {
    List<Long> sizes = options.sizesBytes() == null ? SIZES : options.sizesBytes();
    if (algorithms != null) {
      algorithms.forEach(TwinPoints::requireKnown);
    }
    List<TwinPoint> all = new ArrayList<>();
    for (Algorithm one : ThesisAlgorithms.ALL) {
      boolean wanted =
          CollectivePoints.OPERATIONS.contains(one.operation())
              && (algorithms == null || algorithms.contains(one.name()))
              && (options.operations() == null
                  || options.operations().contains(one.operation().label()))
              && options.ranks().stream().allMatch(ranks -> serves(one, ranks));
      if (wanted) {
        for (long size : one.operation() == Operation.BARRIER ? List.of(0L) : sizes) {
          TwinPoint point = new TwinPoint(one.operation(), size, one.name(), false);
          all.addAll(List.of(point, point.twin()));
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no algorithm fits --operations and --algorithm");
    }
    return all;
  }

  private static void requireKnown(String name) {
    if (ThesisAlgorithms.ALL.stream().noneMatch(one -> one.name().equals(name))) {
      throw new IllegalArgumentException("--algorithm: there is no '" + name + "'");
    }
  }

  private static boolean serves(Algorithm algorithm, int ranks) {
    return algorithm.serves().test(new Shape(algorithm.operation(), 0, ranks, 0, 1, Double.BYTES));
  }
}
