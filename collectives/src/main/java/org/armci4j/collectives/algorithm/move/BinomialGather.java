package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Gathers up a binomial tree: each rank gathers the parts of those below it and passes them on at
 * once.
 */
public final class BinomialGather {
  private BinomialGather() {}

  public static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    int size = shape.size();
    int relative = shape.fromRoot();
    int low = shape.lowestDigit();
    Schedule.Builder schedule = Schedule.builder().work(Math.min(low, size) * bytes);
    schedule.copy(SOURCE, 0, WORK, 0, bytes).next();
    for (int mask = 1; mask < low && relative + mask < size; mask *= 2) {
      int parts = Math.min(mask, size - relative - mask);
      schedule.take(shape.afterRoot(relative + mask), WORK, mask * bytes, parts * bytes).next();
    }
    if (relative != 0) {
      int parts = Math.min(low, size - relative);
      return schedule.put(shape.afterRoot(relative - low), WORK, 0, parts * bytes).build();
    }
    int before = size - shape.root();
    schedule.copy(WORK, 0, DESTINATION, shape.root() * bytes, before * bytes);
    return schedule.copy(WORK, before * bytes, DESTINATION, 0, shape.root() * bytes).build();
  }

  /** Returns the time: Σ hop(2^i · k) up the tree, and copies at both ends. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double nanos = machine.copy(bytes) + machine.copy(shape.size() * bytes);
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      nanos += machine.hop(Math.min(mask, shape.size() - mask) * bytes);
    }
    return nanos;
  }
}
