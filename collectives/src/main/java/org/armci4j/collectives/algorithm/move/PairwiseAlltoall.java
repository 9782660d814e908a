package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** In step s every rank gives to the one s places on and takes from the one s places back. */
public final class PairwiseAlltoall {
  private PairwiseAlltoall() {}

  /**
   * Makes a rank's part.
   *
   * @param inSteps whether one step comes after the other, or all at once
   */
  public static Schedule schedule(Shape shape, boolean inSteps) {
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    schedule.copy(
        SOURCE,
        shape.giveOffset(place),
        DESTINATION,
        shape.takeOffset(place),
        shape.giveBytes(place));
    for (int step = 1; step < shape.size(); step++) {
      int to = shape.on(step);
      int from = shape.on(-step);
      schedule.put(to, SOURCE, shape.giveOffset(to), shape.giveBytes(to));
      schedule.take(from, DESTINATION, shape.takeOffset(from), shape.takeBytes(from));
      if (inSteps) {
        schedule.next();
      }
    }
    return schedule.build();
  }

  /** n − 1 hops in steps, or all at once. */
  public static double nanos(Shape shape, LogGP machine, boolean inSteps) {
    long bytes = shape.bytes();
    return inSteps
        ? machine.copy(bytes) + (shape.size() - 1) * machine.hop(bytes)
        : FlatAllgather.exchange(shape, machine) + machine.copy(bytes);
  }
}
