package org.armci4j.collectives.algorithm.move;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Signals, in round r, the rank 2^r places on and waits for the rank 2^r places back: ⌈log2 n⌉
 * rounds for any n.
 */
public final class DisseminationBarrier {
  private DisseminationBarrier() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    for (int distance = 1; distance < shape.size(); distance *= 2) {
      schedule.notify(shape.on(distance)).hear(shape.on(-distance)).next();
    }
    return schedule.build();
  }

  /** Returns the time: ⌈log2 n⌉ · (2o + L). */
  public static double nanos(Shape shape, LogGP machine) {
    return shape.doublings() * machine.signal();
  }
}
