package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Puts each rank's part from the root to that rank. */
public final class FlatScatter {
  private FlatScatter() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    if (shape.place() != shape.root()) {
      return schedule.take(shape.root(), DESTINATION, 0, shape.bytes()).build();
    }
    for (int rank = 0; rank < shape.size(); rank++) {
      long from = shape.giveOffset(rank);
      if (rank == shape.root()) {
        schedule.copy(SOURCE, from, DESTINATION, 0, shape.giveBytes(rank));
      } else {
        schedule.put(rank, SOURCE, from, shape.giveBytes(rank));
      }
    }
    return schedule.build();
  }

  /** Returns the time. The last of n − 1 puts begins when the others are on their way. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double next = Math.max(machine.put(bytes), bytes * machine.nanosPerByte());
    return machine.copy(bytes) + (shape.size() - 2) * next + machine.hop(bytes);
  }
}
