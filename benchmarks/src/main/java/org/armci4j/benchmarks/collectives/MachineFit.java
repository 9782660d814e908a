package org.armci4j.benchmarks.collectives;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;

/**
 * Finds the machine on which the formulas of all algorithms come nearest to their measured times:
 * each number in turn is raised or lowered while that helps, by ever smaller factors. What counts
 * is the sum of the logarithms of how far off each is, so that one odd measurement moves little.
 */
final class MachineFit {
  private static final double FIRST_FACTOR = 4;
  private static final double LAST_FACTOR = 1.01;
  private static final int MOST_ROUNDS = 200;

  /** What a number of 0 is raised to. */
  private static final double LEAST = 1e-3;

  private final List<MeasuredShape> points;
  private final double ranksPerCore;
  private final boolean onOneHost;

  /**
   * A measured time.
   *
   * @param algorithm of what
   * @param shape in which it was called
   * @param nanos how long a call took
   */
  record MeasuredShape(Algorithm algorithm, Shape shape, double nanos) {}

  /**
   * @param points what was measured
   * @param ranksPerCore on this machine
   * @param onOneHost whether all ranks are on one host
   */
  MachineFit(List<MeasuredShape> points, double ranksPerCore, boolean onOneHost) {
    this.points = points;
    this.ranksPerCore = ranksPerCore;
    this.onOneHost = onOneHost;
  }

  /** The machine that fits best, found from another. */
  MachineModel from(MachineModel first) {
    double[] numbers = MachineFile.numbers(first);
    double best = distance(numbers);
    double factor = FIRST_FACTOR;
    for (int round = 0; round < MOST_ROUNDS && factor > LAST_FACTOR; round++) {
      double before = best;
      for (int i = 0; i < numbers.length; i++) {
        double up = factor;
        best = better(numbers, i, best, value -> Math.max(LEAST, value) * up);
        best = better(numbers, i, best, value -> value / up);
      }
      factor = best < before ? factor : Math.sqrt(factor);
    }
    return MachineFile.of(numbers);
  }

  /** Changes one number if that helps; the distance then. */
  private double better(double[] numbers, int index, double best, DoubleUnaryOperator change) {
    double old = numbers[index];
    numbers[index] = change.applyAsDouble(old);
    double now = distance(numbers);
    if (now < best) {
      return now;
    }
    numbers[index] = old;
    return best;
  }

  private double distance(double... numbers) {
    MachineModel machine = MachineFile.of(numbers);
    double sum = 0;
    for (MeasuredShape point : points) {
      sum += Math.abs(Math.log(predict(machine, point.algorithm(), point.shape()) / point.nanos()));
    }
    return sum;
  }

  /** What an algorithm's formula says. */
  double predict(MachineModel machine, Algorithm algorithm, Shape shape) {
    return algorithm.nanos(shape, machine.onSharedCores(ranksPerCore).level(onOneHost));
  }
}
