package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.schedule.Schedule;

/** Everyone's part goes round a ring. */
final class RingAllgather {
  private RingAllgather() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    int size = shape.size();
    int place = shape.place();
    long own = shape.takeBytes(place);
    schedule.copy(SOURCE, 0, DESTINATION, shape.takeOffset(place), own).next();
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(place - step, size);
      int theirs = Math.floorMod(place - step - 1, size);
      schedule
          .put(shape.on(1), DESTINATION, shape.takeOffset(mine), shape.takeBytes(mine))
          .take(shape.on(-1), DESTINATION, shape.takeOffset(theirs), shape.takeBytes(theirs))
          .next();
    }
    return schedule.build();
  }
}
