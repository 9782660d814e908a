package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;

/** The root puts to everyone. */
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
}
