package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Puts every rank's elements to every other; each rank combines all of them, in the order of the
 * ranks.
 */
public final class FlatAllreduce {
  private FlatAllreduce() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(shape.pieceBytes());
    for (long from = 0; from < shape.bytes(); from += shape.pieceBytes()) {
      long bytes = Math.min(shape.pieceBytes(), shape.bytes() - from);
      for (int step = 1; step < shape.size(); step++) {
        schedule.put(shape.on(step), SOURCE, from, bytes);
      }
      Folds.inRankOrder(schedule.next(), shape, from, bytes);
      schedule.copy(WORK, 0, DESTINATION, from, bytes).next();
    }
    return schedule.build();
  }

  /**
   * Returns the form that writes to collective buffers without asking first, where these have room
   * for all.
   */
  public static Schedule straight(Shape shape) {
    if ((shape.size() - 1) * shape.bytes() > Channels.BUFFER_BYTES) {
      return schedule(shape);
    }
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    long bytes = shape.bytes();
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.write(peer, SOURCE, 0, BUFFER, Shape.indexAmongOthers(place, peer) * bytes, bytes);
      schedule.written(peer, BUFFER, Shape.indexAmongOthers(peer, place) * bytes, bytes);
    }
    schedule.next();
    Folds.written(schedule, shape, 0, bytes, rank -> Shape.indexAmongOthers(rank, place) * bytes);
    return schedule.build();
  }

  /** Returns the time: n − 1 puts, then n − 1 combinations, for each piece. */
  public static double nanos(Shape shape, LogGP machine) {
    return PairwiseReduction.reduceScatterNanos(shape, machine);
  }

  /** Returns the time with writes to buffers, where they have room. */
  public static double straightNanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    int others = shape.size() - 1;
    if (others * bytes > Channels.BUFFER_BYTES) {
      return nanos(shape, machine);
    }
    double arrives =
        others * machine.writing(bytes) + bytes * machine.nanosPerByte() + machine.latencyNanos();
    return arrives
        + others * (machine.overheadNanos() + machine.combine(bytes))
        + machine.copy(bytes);
  }
}
