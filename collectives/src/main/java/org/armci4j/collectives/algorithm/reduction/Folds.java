package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import java.util.function.IntToLongFunction;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** What several reductions have in common. */
final class Folds {
  private Folds() {}

  /**
   * Combines what others have written to this rank's collective buffer with this rank's own
   * elements, in the order of the ranks, to the destination. What comes from lower ranks is
   * combined where it lies, as in a call in place the destination holds this rank's own.
   *
   * @param own where in source and destination the elements are
   * @param at where in the buffer another rank's are
   */
  static void written(
      Schedule.Builder schedule, Shape shape, long own, long bytes, IntToLongFunction at) {
    int place = shape.place();
    if (place > 0) {
      long first = at.applyAsLong(0);
      for (int rank = 1; rank < place; rank++) {
        schedule.combine(BUFFER, first, BUFFER, at.applyAsLong(rank), bytes);
      }
      schedule.combine(BUFFER, first, SOURCE, own, bytes);
      schedule.copy(BUFFER, first, DESTINATION, own, bytes);
    } else {
      schedule.copy(SOURCE, own, DESTINATION, own, bytes);
    }
    for (int rank = place + 1; rank < shape.size(); rank++) {
      schedule.combine(DESTINATION, own, BUFFER, at.applyAsLong(rank), bytes);
    }
  }

  /**
   * Takes a run of bytes from each other rank and combines them with this rank's own, in the order
   * of the ranks, one round for each.
   *
   * @param own where in the source this rank's are; the result goes to the begin of the work region
   */
  static void inRankOrder(Schedule.Builder schedule, Shape shape, long own, long bytes) {
    for (int rank = 0; rank < shape.size(); rank++) {
      if (rank == shape.place()) {
        if (rank == 0) {
          schedule.copy(SOURCE, own, WORK, 0, bytes);
        } else {
          schedule.combine(WORK, 0, SOURCE, own, bytes);
        }
      } else if (rank == 0) {
        schedule.take(rank, WORK, 0, bytes);
      } else {
        schedule.takeRight(rank, WORK, 0, bytes);
      }
      schedule.next();
    }
  }

  /**
   * What {@link #inRankOrder} takes: the first rank has a copy of its own, which it makes while the
   * others' come; each other one combines its own as well.
   *
   * @param arrives from the begin until what the others have sent is there
   */
  static double inRankOrderNanos(int size, LogGP machine, long bytes, double arrives) {
    double others = (size - 1) * machine.takeCombining(bytes);
    double first = Math.max(arrives, machine.copy(bytes)) + others;
    double further =
        arrives
            + others
            - machine.takeCombining(bytes)
            + machine.take(bytes)
            + machine.combine(bytes);
    return Math.max(first, further);
  }
}
