package org.armci4j.collectives.algorithm.move;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Pairwise exchange with recursive doubling. Ranks beyond the largest power of two tell a partner
 * below it first, and hear from it last.
 */
public final class RecursiveDoublingBarrier {
  private RecursiveDoublingBarrier() {}

  public static Schedule schedule(Shape shape) {
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
}
