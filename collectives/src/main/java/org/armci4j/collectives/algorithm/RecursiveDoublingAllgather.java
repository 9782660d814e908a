package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.schedule.Schedule;

/** Pairs at doubling distance exchange all parts they have; for powers of two. */
final class RecursiveDoublingAllgather {
  private RecursiveDoublingAllgather() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long bytes = shape.bytes();
    int place = shape.place();
    schedule.copy(SOURCE, 0, DESTINATION, place * bytes, bytes).next();
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      int partner = place ^ mask;
      long mine = (long) (place / mask) * mask * bytes;
      long theirs = (long) (partner / mask) * mask * bytes;
      schedule
          .put(partner, DESTINATION, mine, mask * bytes)
          .take(partner, DESTINATION, theirs, mask * bytes)
          .next();
    }
    return schedule.build();
  }
}
