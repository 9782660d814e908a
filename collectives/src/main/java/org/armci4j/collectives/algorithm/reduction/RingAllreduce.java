package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Sends shares round a ring, where they grow, then round again when complete. */
public final class RingAllreduce {
  private RingAllreduce() {}

  public static Schedule schedule(Shape shape) {
    int size = shape.size();
    int place = shape.place();
    Schedule.Builder schedule = Schedule.builder().work(shape.bytes());
    schedule.copy(SOURCE, 0, WORK, 0, shape.bytes()).next();
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(place - step - 1, size);
      int theirs = Math.floorMod(place - step - 2, size);
      schedule
          .put(shape.on(1), WORK, shape.shareOffset(mine), shape.shareBytes(mine))
          .takeLeft(shape.on(-1), WORK, shape.shareOffset(theirs), shape.shareBytes(theirs))
          .next();
    }
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(place - step, size);
      int theirs = Math.floorMod(place - step - 1, size);
      schedule
          .put(shape.on(1), WORK, shape.shareOffset(mine), shape.shareBytes(mine))
          .take(shape.on(-1), WORK, shape.shareOffset(theirs), shape.shareBytes(theirs))
          .next();
    }
    return schedule.copy(WORK, 0, DESTINATION, 0, shape.bytes()).build();
  }

  /**
   * Returns the time: n − 1 combining hops of a share, then n − 1 plain ones, and copies at both
   * ends.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long share = Math.ceilDiv(shape.bytes(), shape.size());
    return 2 * machine.copy(shape.bytes())
        + (shape.size() - 1) * (machine.hopCombining(share) + machine.hop(share));
  }
}
