package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.schedule.Schedule;

/**
 * Parts gather in the order that begins with one's own, ⌈log2 n⌉ rounds, and are turned at last.
 */
final class BruckAllgather {
  private BruckAllgather() {}

  static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    int size = shape.size();
    int place = shape.place();
    Schedule.Builder schedule = Schedule.builder().work(size * bytes);
    schedule.copy(SOURCE, 0, WORK, 0, bytes).next();
    for (int distance = 1; distance < size; distance *= 2) {
      int parts = Math.min(distance, size - distance);
      schedule
          .put(shape.on(-distance), WORK, 0, parts * bytes)
          .take(shape.on(distance), WORK, distance * bytes, parts * bytes)
          .next();
    }
    int tail = size - place;
    schedule.copy(WORK, 0, DESTINATION, place * bytes, tail * bytes);
    return schedule.copy(WORK, tail * bytes, DESTINATION, 0, place * bytes).build();
  }
}
