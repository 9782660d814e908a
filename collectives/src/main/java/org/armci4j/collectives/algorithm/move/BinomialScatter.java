package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Scatters down a binomial tree: each rank takes the parts of all below it and passes them on. */
public final class BinomialScatter {
  private BinomialScatter() {}

  public static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    int size = shape.size();
    int relative = shape.fromRoot();
    int low = shape.lowestDigit();
    Schedule.Builder schedule = Schedule.builder().work(Math.min(low, size) * bytes);
    if (relative == 0) {
      int first = size - shape.root();
      schedule.copy(SOURCE, shape.root() * bytes, WORK, 0, first * bytes);
      schedule.copy(SOURCE, 0, WORK, first * bytes, shape.root() * bytes).next();
    } else {
      int parts = Math.min(low, size - relative);
      schedule.take(shape.afterRoot(relative - low), WORK, 0, parts * bytes).next();
    }
    for (int mask = low / 2; mask > 0; mask /= 2) {
      if (relative + mask < size) {
        int parts = Math.min(mask, size - relative - mask);
        schedule.put(shape.afterRoot(relative + mask), WORK, mask * bytes, parts * bytes);
      }
    }
    return schedule.copy(WORK, 0, DESTINATION, 0, bytes).build();
  }

  /** Returns the time: that of the same hops and copies in the other direction. */
  public static double nanos(Shape shape, LogGP machine) {
    return BinomialGather.nanos(shape, machine);
  }
}
