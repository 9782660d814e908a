package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
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
    return schedule(shape, WriteMode.COPIED, inSteps);
  }

  /** The same straight to where each part is to be; for parts of equal length. */
  public static Schedule straight(Shape shape) {
    return schedule(shape, WriteMode.STRAIGHT, true);
  }

  private static Schedule schedule(Shape shape, WriteMode mode, boolean inSteps) {
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    mode.meet(schedule, place, IntStream.range(1, shape.size()).map(shape::on).toArray());
    schedule.copy(
        SOURCE,
        shape.giveOffset(place),
        DESTINATION,
        shape.takeOffset(place),
        shape.giveBytes(place));
    for (int step = 1; step < shape.size(); step++) {
      int to = shape.on(step);
      int from = shape.on(-step);
      long bytes = shape.giveBytes(to);
      mode.give(schedule, to, SOURCE, shape.giveOffset(to), place * bytes, bytes);
      mode.take(schedule, from, shape.takeOffset(from), shape.takeBytes(from));
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

  /** n − 1 steps of one write each, once all have told all where their destinations lie. */
  public static double straightNanos(Shape shape, LogGP machine) {
    int others = shape.size() - 1;
    WriteMode mode = WriteMode.STRAIGHT;
    return machine.copy(shape.bytes())
        + mode.meetNanos(machine, others)
        + others * mode.nanos(machine, shape.bytes());
  }
}
