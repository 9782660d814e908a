package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Everyone puts to the root, which combines in the order of the ranks. */
public final class FlatReduce {
  private FlatReduce() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long bytes = shape.bytes();
    if (shape.place() != shape.root()) {
      return schedule.put(shape.root(), SOURCE, 0, bytes).build();
    }
    schedule.work(2 * bytes).copy(SOURCE, 0, WORK, bytes, bytes).next();
    Folds.inRankOrder(schedule, shape, 0, bytes, bytes);
    return schedule.copy(WORK, 0, DESTINATION, 0, bytes).build();
  }

  /** One hop, then the root combines the others' parts, which are there. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double arrives = machine.hopCombining(bytes) - machine.takeCombining(bytes);
    return Math.max(arrives, 2 * machine.copy(bytes))
        + (shape.size() - 1) * machine.takeCombining(bytes)
        + machine.copy(bytes);
  }
}
