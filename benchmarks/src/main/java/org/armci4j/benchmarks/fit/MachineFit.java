package org.armci4j.benchmarks.fit;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;

/**
 * Fits a machine model to the measured times of all algorithms. Each number of the model in turn is
 * raised or lowered while that reduces the distance, by ever smaller factors. The distance is the
 * sum of the absolute logarithms of predicted by measured time, so that one outlier moves little.
 */
public final class MachineFit {
  private static final double FIRST_FACTOR = 4;
  private static final double LAST_FACTOR = 1.01;
  private static final int MOST_ROUNDS = 200;

  /** Smallest value that a raised number starts from, as a factor cannot raise 0. */
  private static final double LEAST = 1e-3;

  private final List<MeasuredShape> points;
  private final double ranksPerCore;
  private final boolean onOneHost;

  /**
   * A measured time.
   *
   * @param algorithm the algorithm
   * @param shape the shape of the call
   * @param nanos time of a call
   */
  public record MeasuredShape(Algorithm algorithm, Shape shape, double nanos) {}

  /**
   * Creates a fit.
   *
   * @param points the measured times
   * @param ranksPerCore ranks for each core of this machine
   * @param onOneHost whether all ranks are on one host
   */
  public MachineFit(List<MeasuredShape> points, double ranksPerCore, boolean onOneHost) {
    this.points = points;
    this.ranksPerCore = ranksPerCore;
    this.onOneHost = onOneHost;
  }

  /**
   * Returns the points of every second size, for a fit that the others check, and those without
   * bytes.
   *
   * @param points the measured times
   * @param sizesBytes their sizes, in order
   */
  public static List<MeasuredShape> everySecond(List<MeasuredShape> points, List<Long> sizesBytes) {
    return points.stream()
        .filter(
            point ->
                sizesBytes.indexOf(point.shape().bytes()) % 2 == 0 || point.shape().bytes() == 0)
        .toList();
  }

  /** Returns the best machine found when starting from another. */
  public MachineModel from(MachineModel first) {
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

  /** Keeps the change of one number if it reduces the distance. Returns the distance then. */
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

  /** Returns the predicted time of an algorithm. */
  public double predict(MachineModel machine, Algorithm algorithm, Shape shape) {
    return algorithm.nanos(shape, level(machine));
  }

  /** Returns what a machine costs the measured ranks. */
  public LogGP level(MachineModel machine) {
    return machine.onSharedCores(ranksPerCore).level(onOneHost);
  }
}
