package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Lets algorithms for powers of two serve every rank count. Of the first ranks each odd one
 * combines its left neighbour's elements with its own before the algorithm, and gives it the result
 * afterwards. The ranks that remain keep their order, and so do the operands.
 */
final class FoldedDoubling {
  private final Shape shape;
  private final int power;
  private final int folded;

  FoldedDoubling(Shape shape) {
    this.shape = shape;
    this.power = shape.powerOfTwo();
    this.folded = shape.size() - power;
  }

  /** Returns the number of ranks that remain. */
  int power() {
    return power;
  }

  /** Returns this rank's number among those that remain, or −1. */
  int number() {
    int place = shape.place();
    if (place >= 2 * folded) {
      return place - folded;
    }
    return place % 2 == 0 ? -1 : place / 2;
  }

  /** Returns the place of a rank that remains. */
  int place(int number) {
    return number < folded ? 2 * number + 1 : number + folded;
  }

  /** Folds the work region; returns whether this rank remains. */
  boolean fold(Schedule.Builder schedule) {
    int place = shape.place();
    if (number() < 0) {
      schedule.put(place + 1, WORK, 0, shape.bytes()).next();
      return false;
    }
    if (place < 2 * folded) {
      schedule.takeLeft(place - 1, WORK, 0, shape.bytes()).next();
    }
    return true;
  }

  /** Gives the result back from the work region; it ends in the destination of every rank. */
  void unfold(Schedule.Builder schedule) {
    int place = shape.place();
    if (number() < 0) {
      schedule.take(place + 1, DESTINATION, 0, shape.bytes());
      return;
    }
    if (place < 2 * folded) {
      schedule.put(place - 1, WORK, 0, shape.bytes());
    }
    schedule.copy(WORK, 0, DESTINATION, 0, shape.bytes());
  }

  /**
   * Returns the time before and after the doubling: two copies, and two hops where ranks are
   * folded.
   */
  static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double folding =
        shape.isPowerOfTwo()
            ? machine.copy(bytes)
            : machine.hopCombining(bytes) + machine.hop(bytes);
    return machine.copy(bytes) + folding;
  }
}
