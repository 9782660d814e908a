package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Reduces up a tree in which a rank takes from up to k others in a step, in the order of their
 * ranks. It ends at rank 0, which passes the result to another root. The thesis has powers of two
 * for k + 1 and for the rank count. Here every rank count serves; the last children may be missing.
 */
public final class TreeReduce {
  private TreeReduce() {}

  public static Schedule schedule(Shape shape, int k) {
    Schedule.Builder schedule = Schedule.builder();
    append(schedule, shape, k);
    long bytes = shape.bytes();
    if (shape.root() == 0) {
      if (shape.place() == 0) {
        schedule.copy(WORK, 0, DESTINATION, 0, bytes);
      }
    } else if (shape.place() == 0) {
      schedule.put(shape.root(), WORK, 0, bytes);
    } else if (shape.place() == shape.root()) {
      schedule.take(0, DESTINATION, 0, bytes);
    }
    return schedule.build();
  }

  /** Appends the tree; the result is in the work region of rank 0. */
  public static void append(Schedule.Builder schedule, Shape shape, int k) {
    long bytes = shape.bytes();
    schedule.work(bytes).copy(SOURCE, 0, WORK, 0, bytes).next();
    for (long step = 1; step < shape.size(); step *= k + 1) {
      int digit = (int) (shape.place() / step % (k + 1));
      if (digit != 0) {
        schedule.put((int) (shape.place() - digit * step), WORK, 0, bytes).next();
        return;
      }
      for (int child = 1; child <= k && shape.place() + child * step < shape.size(); child++) {
        schedule.takeRight((int) (shape.place() + child * step), WORK, 0, bytes).next();
      }
    }
  }

  /**
   * Returns the time: Σ over the steps of a combining hop and of the other children, who have
   * arrived too. Gupta (thesis, figure 6.16) has the same sum, with the last step of fewer children
   * apart.
   */
  public static double nanos(Shape shape, LogGP machine, int k) {
    long bytes = shape.bytes();
    double nanos = 0;
    for (long step = 1; step < shape.size(); step *= k + 1) {
      long children = Math.min(k, Math.ceilDiv(shape.size(), step) - 1);
      nanos += machine.hopCombining(bytes) + (children - 1) * machine.takeCombining(bytes);
    }
    return 2 * machine.copy(bytes) + nanos;
  }
}
