package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Puts the message from the root to every rank. */
public final class FlatBroadcast {
  private FlatBroadcast() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    if (shape.place() != shape.root()) {
      return schedule.take(shape.root(), DESTINATION, 0, shape.bytes()).build();
    }
    for (int relative = 1; relative < shape.size(); relative++) {
      schedule.put(shape.afterRoot(relative), DESTINATION, 0, shape.bytes());
    }
    return schedule.build();
  }

  /** Returns the time. The last of n − 1 puts begins when the others are on their way. */
  public static double nanos(Shape shape, LogGP machine) {
    double next = Math.max(machine.put(shape.bytes()), shape.bytes() * machine.nanosPerByte());
    return (shape.size() - 2) * next + machine.hop(shape.bytes());
  }
}
