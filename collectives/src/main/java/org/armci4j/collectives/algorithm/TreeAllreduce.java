package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.schedule.Schedule;

/** A tree of degree k to rank 0, then a broadcast from there. */
final class TreeAllreduce {
  private TreeAllreduce() {}

  static Schedule schedule(Shape shape, int k) {
    Schedule.Builder schedule = Schedule.builder();
    TreeReduce.append(schedule, shape, k);
    BinomialBroadcast.append(schedule.next(), shape, WORK, shape.bytes());
    return schedule.copy(WORK, 0, DESTINATION, 0, shape.bytes()).build();
  }
}
