package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/** Scans from rank 0 upwards, in blocks that follow each other. */
public final class ChainScan {
  private ChainScan() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(2 * Channels.PIECE_BYTES);
    boolean exclusive = shape.operation() == Operation.EXSCAN;
    for (long from = 0; from < shape.bytes(); from += Channels.PIECE_BYTES) {
      long bytes = Math.min(Channels.PIECE_BYTES, shape.bytes() - from);
      if (shape.place() == 0) {
        schedule.copy(SOURCE, from, WORK, 0, bytes).next();
      } else {
        schedule
            .copy(SOURCE, from, WORK, Channels.PIECE_BYTES, bytes)
            .take(shape.place() - 1, WORK, 0, bytes)
            .next();
        if (exclusive) {
          schedule.copy(WORK, 0, DESTINATION, from, bytes).next();
        }
        schedule.combine(WORK, 0, WORK, Channels.PIECE_BYTES, bytes).next();
      }
      if (shape.place() < shape.size() - 1) {
        schedule.put(shape.place() + 1, WORK, 0, bytes);
      }
      if (!exclusive) {
        schedule.copy(WORK, 0, DESTINATION, from, bytes);
      }
      schedule.next();
    }
    return schedule.build();
  }

  /**
   * Returns the time: n − 1 hops of a block, each combined and copied; further blocks follow each
   * other.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long block = Math.min(shape.bytes(), Channels.PIECE_BYTES);
    double link = machine.combine(block);
    double next = 2 * machine.copy(block) + machine.take(block) + link + machine.put(block);
    return machine.copy(block)
        + (shape.size() - 1) * (machine.hop(block) + link)
        + (Math.ceilDiv(shape.bytes(), Channels.PIECE_BYTES) - 1) * next
        + machine.copy(block);
  }
}
