package org.armci4j.lab.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.fit.AlgorithmTimes;
import org.armci4j.benchmarks.fit.AlgorithmTimes.TimedCall;
import org.armci4j.benchmarks.fit.MachineFit;
import org.armci4j.benchmarks.fit.MachineFit.MeasuredShape;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.lab.thesis.TreeBounds;
import org.armci4j.lab.twins.TwinCalls;
import org.armci4j.lab.twins.TwinPoint;

/**
 * Runs on every rank of a job of {@link TreeModelBenchmark}. Measures allreduces by trees of
 * several degrees and fits a machine to every second size, as {@code armci tune --collectives}
 * does. Prints the machine's times of the other sizes beside the measured ones; and of the degree
 * with the least predicted time the measured time, beside the least measured one.
 */
public final class TreeModelRank {
  /** Sizes in bytes: the first and every second one are fitted, the others predicted. */
  public static final List<Long> SIZES = List.of(8L, 64L, 512L, 4L << 10, 16L << 10);

  /** Subject of a tree's measured time. */
  public static final String MEASURED = "measured";

  /** Subject of the model's best time of a tree. */
  public static final String BEST = "best";

  /** Subject of the model's worst time of a tree. */
  public static final String WORST = "worst";

  /** Subject of the measured time of the tree that the model chooses. */
  public static final String CHOSEN = "chosen";

  /** Subject of the least measured time of a tree. */
  public static final String FASTEST = "fastest";

  private static final String EXPECTED = "expected";

  /** All subjects. */
  static final List<String> SUBJECTS = List.of(MEASURED, BEST, EXPECTED, WORST, CHOSEN, FASTEST);

  private static final int[] DEGREES = {1, 3, 7, 15};

  private final MachineFit fit;
  private final MachineModel machine;

  private TreeModelRank(MachineFit fit) {
    this.fit = fit;
    this.machine = fit.from(MachineModel.typical());
  }

  /** Returns the trees that differ from each other among a number of ranks. */
  public static List<TreeBounds> trees(int ranks) {
    List<TreeBounds> trees = new ArrayList<>();
    for (int degree : DEGREES) {
      if (degree < ranks) {
        trees.add(TreeBounds.of(degree));
      }
    }
    return trees;
  }

  /** Returns the sizes that the machine is not fitted to. */
  public static List<Long> predictedSizes() {
    return SIZES.stream().filter(size -> SIZES.indexOf(size) % 2 == 1).toList();
  }

  /**
   * Runs on one rank.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open();
        Collectives collectives = Collectives.of(armci);
        TwinCalls twins = new TwinCalls(armci, points(armci.size()));
        AlgorithmTimes times = new AlgorithmTimes(armci, collectives, calls(armci, twins))) {
      if (armci.rank() == 0) {
        figures(times.measure(), armci.size()).forEach(TreeModelRank::print);
        ResultLines.printEnd();
      } else {
        times.follow();
      }
    }
  }

  private static List<TwinPoint> points(int ranks) {
    return trees(ranks).stream()
        .flatMap(tree -> SIZES.stream().map(size -> point(tree, size)))
        .toList();
  }

  private static TwinPoint point(TreeBounds tree, long sizeBytes) {
    return new TwinPoint(Operation.ALLREDUCE, sizeBytes, tree.best().name(), false);
  }

  private static List<TimedCall> calls(Armci armci, TwinCalls twins) {
    List<TimedCall> calls = new ArrayList<>();
    for (TreeBounds tree : trees(armci.size())) {
      for (long size : SIZES) {
        Shape shape =
            new Shape(
                Operation.ALLREDUCE,
                armci.rank(),
                armci.size(),
                0,
                size / Double.BYTES,
                Double.BYTES);
        PointCalls one = twins.of(point(tree, size));
        calls.add(new TimedCall(tree.expected(), shape, () -> one.perform(1)));
      }
    }
    return calls;
  }

  /**
   * Returns the figures of all sizes that were not fitted.
   *
   * @param measured the times of all trees and sizes
   * @param ranks number of ranks
   */
  static List<Measurement> figures(List<MeasuredShape> measured, int ranks) {
    // Each rank is alone on its host, whose cores count as one.
    MachineFit fit = new MachineFit(MachineFit.everySecond(measured, SIZES), 1, false);
    TreeModelRank model = new TreeModelRank(fit);
    List<Measurement> figures = new ArrayList<>();
    for (long size : predictedSizes()) {
      List<MeasuredShape> ofSize =
          measured.stream().filter(one -> one.shape().bytes() == size).toList();
      trees(ranks).forEach(tree -> figures.addAll(model.times(tree, ofSize)));
      figures.addAll(model.choice(ofSize));
    }
    return figures;
  }

  private List<Measurement> times(TreeBounds tree, List<MeasuredShape> ofSize) {
    MeasuredShape one =
        ofSize.stream()
            .filter(some -> some.algorithm().name().equals(tree.best().name()))
            .findFirst()
            .orElseThrow();
    String operation = Operation.ALLREDUCE.label() + "-" + tree.best().name();
    Shape shape = one.shape();
    return List.of(
        figure(operation, shape, MEASURED, one.nanos()),
        figure(operation, shape, BEST, predict(tree.best(), shape)),
        figure(operation, shape, EXPECTED, predict(tree.expected(), shape)),
        figure(operation, shape, WORST, predict(tree.worst(), shape)));
  }

  private double predict(Algorithm algorithm, Shape shape) {
    return fit.predict(machine, algorithm, shape);
  }

  private List<Measurement> choice(List<MeasuredShape> ofSize) {
    MeasuredShape chosen = least(ofSize, one -> predict(one.algorithm(), one.shape()));
    MeasuredShape fastest = least(ofSize, MeasuredShape::nanos);
    String operation = Operation.ALLREDUCE.label();
    return List.of(
        figure(operation, chosen.shape(), CHOSEN, chosen.nanos()),
        figure(operation, chosen.shape(), FASTEST, fastest.nanos()));
  }

  private static MeasuredShape least(
      List<MeasuredShape> some, ToDoubleFunction<MeasuredShape> nanos) {
    return some.stream().min(Comparator.comparingDouble(nanos)).orElseThrow();
  }

  private static Measurement figure(String operation, Shape shape, String subject, double nanos) {
    return new Measurement(
        subject, operation, shape.bytes(), shape.size(), Measurement.NANOS, nanos, nanos, nanos);
  }

  private static void print(Measurement one) {
    double[] times = {one.median(), one.min(), one.max()};
    ResultLines.print(one.operation(), one.sizeBytes(), times, ResultLines.by(one.subject()));
  }
}
