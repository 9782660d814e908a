package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Sends every rank's part once round a ring, where it grows; it ends at its rank. */
public final class RingReduceScatter {
  private RingReduceScatter() {}

  public static Schedule schedule(Shape shape) {
    int size = shape.size();
    long total = 0;
    long[] at = new long[size];
    for (int rank = 0; rank < size; rank++) {
      at[rank] = total;
      total += shape.giveBytes(rank);
    }
    Schedule.Builder schedule = Schedule.builder().work(total);
    int first = size == 1 ? -1 : Math.floorMod(shape.place() - 1, size); // sent as it is
    for (int rank = 0; rank < size; rank++) {
      if (rank != first) {
        schedule.copy(SOURCE, shape.giveOffset(rank), WORK, at[rank], shape.giveBytes(rank));
      }
    }
    schedule.next();
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(shape.place() - step - 1, size);
      int theirs = Math.floorMod(shape.place() - step - 2, size);
      if (mine == first) {
        schedule.put(shape.on(1), SOURCE, shape.giveOffset(mine), shape.giveBytes(mine));
      } else {
        schedule.put(shape.on(1), WORK, at[mine], shape.giveBytes(mine));
      }
      schedule.takeLeft(shape.on(-1), WORK, at[theirs], shape.giveBytes(theirs)).next();
    }
    long bytes = shape.giveBytes(shape.place());
    return schedule.copy(WORK, at[shape.place()], DESTINATION, 0, bytes).build();
  }

  /** Returns the time: n − 1 copies of parts, as many combining hops, and a copy at the end. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    return shape.size() * machine.copy(bytes) + (shape.size() - 1) * machine.hopCombining(bytes);
  }
}
