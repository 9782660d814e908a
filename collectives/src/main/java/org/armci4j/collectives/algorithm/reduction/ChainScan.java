package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Scans from rank 0 upwards, in blocks that follow each other. */
public final class ChainScan {
  private ChainScan() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(2 * shape.pieceBytes());
    boolean exclusive = shape.operation() == Operation.EXSCAN;
    for (long from = 0; from < shape.bytes(); from += shape.pieceBytes()) {
      long bytes = Math.min(shape.pieceBytes(), shape.bytes() - from);
      if (shape.place() == 0) {
        schedule.copy(SOURCE, from, WORK, 0, bytes).next();
      } else {
        schedule
            .copy(SOURCE, from, WORK, shape.pieceBytes(), bytes)
            .take(shape.place() - 1, WORK, 0, bytes)
            .next();
        if (exclusive) {
          schedule.copy(WORK, 0, DESTINATION, from, bytes).next();
        }
        schedule.combine(WORK, 0, WORK, shape.pieceBytes(), bytes).next();
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
    long block = Math.min(shape.bytes(), shape.pieceBytes());
    double link = machine.combine(block);
    double next = 2 * machine.copy(block) + machine.take(block) + link + machine.put(block);
    return machine.copy(block)
        + (shape.size() - 1) * (machine.hop(block) + link)
        + (Math.ceilDiv(shape.bytes(), shape.pieceBytes()) - 1) * next
        + machine.copy(block);
  }
}
