package org.armci4j.lab.simulator.play;

import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;

/** Holds the schedules of all ranks, as the algorithm gives them, packed. */
public final class Programs {
  /** Number of ranks to extrapolate from: a power of two, as some algorithms serve no other. */
  private static final int FEW = 64;

  /** Growth of a rank's steps on doubling the ranks, above which it counts as linear. */
  private static final double GROWS = 1.4;

  private final long[][] moves;

  private Programs(long[][] moves) {
    this.moves = moves;
  }

  /** Builds every rank's schedule, from the shape of any rank. */
  public static Programs of(Algorithm algorithm, Shape shape) {
    long[][] moves = new long[shape.size()][];
    IntStream.range(0, moves.length)
        .parallel()
        .forEach(place -> moves[place] = program(algorithm, shape, place, moves.length));
    return new Programs(moves);
  }

  /**
   * Estimates the number of steps of all ranks' schedules together. It extrapolates the growth of a
   * rank's steps from a few ranks and twice as many.
   */
  public static double expectedSteps(Algorithm algorithm, Shape shape) {
    if (shape.size() <= 2 * FEW) {
      return stepsOfEach(algorithm, shape, shape.size()) * shape.size();
    }
    Shape whole = withoutEmptyShares(shape);
    double few = stepsOfEach(algorithm, whole, FEW);
    double twice = stepsOfEach(algorithm, whole, 2 * FEW);
    double times = (double) shape.size() / (2 * FEW);
    double doublings = Math.log(times) / Math.log(2);
    double each = twice > GROWS * few ? twice * times : twice + doublings * (twice - few);
    return each * shape.size();
  }

  /** Returns a shape with an element for each rank, as steps of empty shares are left out. */
  private static Shape withoutEmptyShares(Shape shape) {
    long count = shape.count() == 0 ? 0 : Math.max(shape.count(), 2 * FEW);
    return new Shape(shape.operation(), 0, shape.size(), shape.root(), count, shape.elementBytes());
  }

  private static double stepsOfEach(Algorithm algorithm, Shape shape, int size) {
    return IntStream.range(0, size)
        .mapToLong(place -> program(algorithm, shape, place, size).length)
        .average()
        .orElse(0);
  }

  private static long[] program(Algorithm algorithm, Shape shape, int place, int size) {
    Shape own =
        new Shape(
            shape.operation(), place, size, shape.root(), shape.count(), shape.elementBytes());
    return packed(algorithm.builder().apply(own));
  }

  private static long[] packed(Schedule schedule) {
    int count = schedule.rounds().stream().mapToInt(List::size).sum();
    long[] packed = new long[count];
    int next = 0;
    for (List<Step> round : schedule.rounds()) {
      for (int i = 0; i < round.size(); i++) {
        packed[next++] = Move.of(round.get(i), i == round.size() - 1);
      }
    }
    return packed;
  }

  /** Returns the number of ranks. */
  int ranks() {
    return moves.length;
  }

  long[] of(int rank) {
    return moves[rank];
  }

  /** Releases the schedule of a rank that has ended. */
  void forget(int rank) {
    moves[rank] = null;
  }

  /** Returns the number of steps of the longest schedule. */
  public int longest() {
    int longest = 0;
    for (long[] one : moves) {
      longest = Math.max(longest, one.length);
    }
    return longest;
  }
}
