package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import java.util.function.IntToLongFunction;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Holds the common part of several reductions. */
final class Folds {
  private Folds() {}

  /**
   * Combines the elements that others have written to this rank's collective buffer with its own,
   * in the order of the ranks, to the destination. Elements of lower ranks are combined in the
   * buffer, because in a call in place the destination holds this rank's own.
   *
   * @param own offset of the elements in source and destination
   * @param at gives the offset of another rank's elements in the buffer
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
   * @param own offset of this rank's bytes in the source; the result goes to the beginning of the
   *     work region
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
   * Returns the time of {@link #inRankOrder}. The first rank copies its own bytes while the others'
   * come; each other rank combines its own as well.
   *
   * @param arrives time from the beginning until the others' bytes have arrived
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
