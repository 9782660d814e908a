package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.schedule.Schedule;

/** The root puts each rank's part to it. */
final class FlatScatter {
  private FlatScatter() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    if (shape.place() != shape.root()) {
      return schedule.take(shape.root(), DESTINATION, 0, shape.bytes()).build();
    }
    for (int rank = 0; rank < shape.size(); rank++) {
      long from = shape.giveOffset(rank);
      if (rank == shape.root()) {
        schedule.copy(SOURCE, from, DESTINATION, 0, shape.giveBytes(rank));
      } else {
        schedule.put(rank, SOURCE, from, shape.giveBytes(rank));
      }
    }
    return schedule.build();
  }
}
