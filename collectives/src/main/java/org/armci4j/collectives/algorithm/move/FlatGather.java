package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Puts every rank's part to the root. */
public final class FlatGather {
  private FlatGather() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    if (shape.place() != shape.root()) {
      return schedule.put(shape.root(), SOURCE, 0, shape.bytes()).build();
    }
    for (int rank = 0; rank < shape.size(); rank++) {
      long to = shape.takeOffset(rank);
      if (rank == shape.root()) {
        schedule.copy(SOURCE, 0, DESTINATION, to, shape.takeBytes(rank));
      } else {
        schedule.take(rank, DESTINATION, to, shape.takeBytes(rank));
      }
    }
    return schedule.build();
  }

  /** Returns the time: one hop, then the root takes the other parts, which have arrived. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double arrives = machine.hop(bytes) - machine.take(bytes);
    double taken = (shape.size() - 1) * machine.take(bytes);
    return Math.max(arrives, machine.copy(bytes)) + taken;
  }
}
