package org.armci4j.lab.thesis;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.move.BinomialBroadcast;
import org.armci4j.collectives.algorithm.reduction.TreeReduce;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Reduces up a tree of degree k to rank 0, then broadcasts from there. */
final class TreeAllreduce {
  private TreeAllreduce() {}

  static Schedule schedule(Shape shape, int k) {
    Schedule.Builder schedule = Schedule.builder();
    TreeReduce.append(schedule, shape, k);
    BinomialBroadcast.append(schedule.next(), shape, WORK, shape.bytes());
    return schedule.copy(WORK, 0, DESTINATION, 0, shape.bytes()).build();
  }

  /** Returns the time: up the tree of degree k, then down the binomial one. */
  static double nanos(Shape shape, LogGP machine, int k) {
    return TreeReduce.nanos(shape, machine, k) + BinomialBroadcast.nanos(shape, machine);
  }
}
