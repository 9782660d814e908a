package org.armci4j.collectives;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;

/**
 * A collective operation, planned.
 *
 * @param shape its shape
 * @param schedule what this rank does
 * @param source where it reads
 * @param destination where its result goes
 * @param reduction how it combines; null where it does not
 * @param forced the algorithm that was asked for, or null
 */
record PlannedCall(
    Shape shape,
    Schedule schedule,
    Elements source,
    Elements destination,
    Reduction reduction,
    String forced) {
  Combiner combiner() {
    return reduction == null ? null : reduction.combiner(source.type());
  }

  String reductionName() {
    return reduction == null ? null : reduction.name();
  }

  /** Whether its memory is there. */
  boolean isAlive() {
    return source.segment().scope().isAlive() && destination.segment().scope().isAlive();
  }

  /** Whether this thread can read and write its memory: all but a confined arena's owner can. */
  boolean isReachable() {
    return source.isReachable() && destination.isReachable();
  }
}
