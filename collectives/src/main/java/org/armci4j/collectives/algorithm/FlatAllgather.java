package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.schedule.Schedule;

/** Everyone puts to everyone. */
final class FlatAllgather {
  private FlatAllgather() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long mine = shape.takeBytes(shape.place());
    schedule.copy(SOURCE, 0, DESTINATION, shape.takeOffset(shape.place()), mine);
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.put(peer, SOURCE, 0, mine);
      schedule.take(peer, DESTINATION, shape.takeOffset(peer), shape.takeBytes(peer));
    }
    return schedule.build();
  }
}
