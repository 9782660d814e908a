package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Sends every rank's part round a ring. In the straight form (Sur et al., section 4.3) every rank's
 * address goes to the neighbour that writes there, and no step has a handshake.
 */
public final class RingAllgather {
  private RingAllgather() {}

  public static Schedule schedule(Shape shape, WriteMode mode) {
    Schedule.Builder schedule = Schedule.builder();
    int size = shape.size();
    int place = shape.place();
    long own = shape.takeBytes(place);
    meet(schedule, shape, mode);
    if (size > 1) {
      mode.give(schedule, shape.on(1), SOURCE, 0, shape.takeOffset(place), own);
    }
    schedule.copy(SOURCE, 0, DESTINATION, shape.takeOffset(place), own);
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(place - step, size);
      int theirs = Math.floorMod(place - step - 1, size);
      if (step > 0) {
        mode.give(schedule, shape.on(1), shape.takeOffset(mine), shape.takeBytes(mine));
      }
      mode.take(schedule, shape.on(-1), shape.takeOffset(theirs), shape.takeBytes(theirs));
      schedule.next();
    }
    return schedule.build();
  }

  /** Prepares writes from every rank to the next. */
  private static void meet(Schedule.Builder schedule, Shape shape, WriteMode mode) {
    if (shape.size() > 1) {
      int[] before = {shape.on(-1)};
      int[] after = {shape.on(1)};
      mode.meet(schedule, shape.place(), before, after);
    }
  }

  /** Returns the ranks on either side: one with two ranks, none alone. */
  static int[] neighbours(Shape shape) {
    return IntStream.of(shape.on(1), shape.on(-1))
        .filter(peer -> peer != shape.place())
        .distinct()
        .toArray();
  }

  /** Returns the time: n − 1 hops, the first beside the copy of the rank's own part. */
  public static double nanos(Shape shape, LogGP machine, WriteMode mode) {
    long bytes = shape.bytes();
    return mode.meetNanos(machine, 1)
        + mode.nanosBeside(machine, bytes, machine.copy(bytes))
        + (shape.size() - 2) * mode.nanos(machine, bytes);
  }
}
