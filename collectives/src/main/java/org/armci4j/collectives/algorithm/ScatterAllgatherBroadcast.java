package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.schedule.Schedule;

/** Shares of the message down a binomial tree, then round a ring. */
final class ScatterAllgatherBroadcast {
  private ScatterAllgatherBroadcast() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    int size = shape.size();
    int relative = shape.fromRoot();
    int low = relative == 0 ? 2 * shape.powerOfTwo() : Integer.lowestOneBit(relative);
    if (relative != 0) {
      long from = shape.shareOffset(relative);
      long bytes = shape.shareOffset(Math.min(relative + low, size)) - from;
      schedule.take(shape.afterRoot(relative - low), DESTINATION, from, bytes).next();
    }
    for (int mask = low / 2; mask > 0; mask /= 2) {
      int child = relative + mask;
      if (child < size) {
        long from = shape.shareOffset(child);
        long bytes = shape.shareOffset(Math.min(child + mask, size)) - from;
        schedule.put(shape.afterRoot(child), DESTINATION, from, bytes);
      }
    }
    schedule.next();
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(relative - step, size);
      int theirs = Math.floorMod(relative - step - 1, size);
      schedule
          .put(shape.on(1), DESTINATION, shape.shareOffset(mine), shape.shareBytes(mine))
          .take(shape.on(-1), DESTINATION, shape.shareOffset(theirs), shape.shareBytes(theirs))
          .next();
    }
    return schedule.build();
  }
}
