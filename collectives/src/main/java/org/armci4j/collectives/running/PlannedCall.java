package org.armci4j.collectives.running;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.transport.InPlace;

/**
 * A collective operation, planned.
 *
 * @param shape its shape
 * @param schedule what this rank does; null where it reads the others' memory, or goes in levels
 * @param levels what this rank does in levels; null where there are none
 * @param source where it reads
 * @param destination where its result goes
 * @param combiner how it combines; null where it does not
 * @param reductionName of what it combines by; null where it does not
 * @param forced the algorithm that was asked for, or null
 * @param isConfined whether one thread alone can read and write its memory
 */
public record PlannedCall(
    Shape shape,
    Schedule schedule,
    List<Action> levels,
    Elements source,
    Elements destination,
    Combiner combiner,
    String reductionName,
    String forced,
    boolean isConfined) {
  /**
   * A step of a call that goes in levels.
   *
   * @param call an inner call; null where this rank works by itself
   * @param isBetweenHosts whether the call is the column's rather than the host's
   * @param work what this rank does by itself; null for a call
   */
  public record Action(PlannedCall call, boolean isBetweenHosts, Runnable work) {}

  /** Returns a planned call; its parameters are those of the record. */
  public static PlannedCall of(
      Shape shape,
      Schedule schedule,
      List<Action> levels,
      Elements source,
      Elements destination,
      Reduction reduction,
      String forced) {
    return new PlannedCall(
        shape,
        schedule,
        levels,
        source,
        destination,
        reduction == null ? null : reduction.combiner(source.type()),
        reduction == null ? null : reduction.name(),
        forced,
        InPlace.isConfined(source.segment()) || InPlace.isConfined(destination.segment()));
  }

  /**
   * Returns whether this thread can read and write its memory; where that is not there any more, an
   * error tells.
   */
  public boolean isReachable() {
    MemorySegment from = source.segment();
    MemorySegment to = destination.segment();
    return !isConfined
        || !from.scope().isAlive()
        || !to.scope().isAlive()
        || (from.isAccessibleBy(Thread.currentThread())
            && to.isAccessibleBy(Thread.currentThread()));
  }
}
