package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.schedule.Schedule;

/** What several reductions have in common. */
final class Folds {
  private Folds() {}

  /**
   * Takes a run of bytes from each other rank and combines them with this rank's own, in the order
   * of the ranks, one round for each.
   *
   * @param into where in the work region the result goes
   * @param own where in the work region this rank's are
   */
  static void inRankOrder(Schedule.Builder schedule, Shape shape, long into, long own, long bytes) {
    for (int rank = 0; rank < shape.size(); rank++) {
      if (rank == shape.place()) {
        if (rank == 0) {
          schedule.copy(WORK, own, WORK, into, bytes);
        } else {
          schedule.combine(WORK, into, WORK, own, bytes);
        }
      } else if (rank == 0) {
        schedule.take(rank, WORK, into, bytes);
      } else {
        schedule.takeRight(rank, WORK, into, bytes);
      }
      schedule.next();
    }
  }
}
