package org.armci4j.lab.thesis;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Exchanges signals in pairs with recursive doubling. Ranks beyond the largest power of two tell a
 * partner below it first, and hear from it last.
 */
final class RecursiveDoublingBarrier {
  private RecursiveDoublingBarrier() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    int power = shape.powerOfTwo();
    int place = shape.place();
    if (place >= power) {
      return schedule.notify(place - power).next().hear(place - power).build();
    }
    boolean folds = place + power < shape.size();
    if (folds) {
      schedule.hear(place + power).next();
    }
    for (int mask = 1; mask < power; mask *= 2) {
      schedule.notify(place ^ mask).hear(place ^ mask).next();
    }
    if (folds) {
      schedule.notify(place + power);
    }
    return schedule.build();
  }

  /**
   * Returns the time: ⌊log2 n⌋ · (2o + L), and two more of these where ranks are folded. A rank
   * that hears late from one beyond the power of two does not wait for partners that had no such
   * rank to hear from.
   */
  static double nanos(Shape shape, LogGP machine) {
    int rounds = Integer.numberOfTrailingZeros(shape.powerOfTwo());
    int folded = shape.size() - shape.powerOfTwo();
    if (folded == 0) {
      return rounds * machine.signal();
    }
    int late = Integer.SIZE - Integer.numberOfLeadingZeros(folded - 1);
    double partners = (1 + rounds) * machine.signal();
    double folding = (2 + late) * machine.signal() + 2 * (rounds - late) * machine.overheadNanos();
    return Math.max(partners, folding);
  }
}
