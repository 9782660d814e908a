package org.armci4j.lab.twins;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.collectives.CollectivePoints;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.collectives.AlgorithmInfo;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Selection;

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
   * @param algorithm the only one; null for all
   */
  static List<TwinPoint> of(SuiteOptions options, String algorithm) {
    List<Long> sizes = options.sizesBytes() == null ? SIZES : options.sizesBytes();
    List<TwinPoint> all = new ArrayList<>();
    for (AlgorithmInfo info : Collectives.algorithms()) {
      boolean wanted =
          info.everyTransport()
              && CollectivePoints.OPERATIONS.contains(info.operation())
              && (algorithm == null || algorithm.equals(info.name()))
              && (options.operations() == null
                  || options.operations().contains(info.operation().label()))
              && options.ranks().stream().allMatch(ranks -> serves(info, ranks));
      if (wanted) {
        for (long size : info.operation() == Operation.BARRIER ? List.of(0L) : sizes) {
          TwinPoint point = new TwinPoint(info.operation(), size, info.name(), false);
          all.addAll(List.of(point, point.twin()));
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no algorithm fits --operations and --algorithm");
    }
    return all;
  }

  private static boolean serves(AlgorithmInfo info, int ranks) {
    Shape shape = new Shape(info.operation(), 0, ranks, 0, 1, Double.BYTES);
    return Selection.find(info.operation(), info.name()).serves().test(shape);
  }
}
