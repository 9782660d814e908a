package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Puts every rank's elements to the root, which combines them in the order of the ranks. */
public final class FlatReduce {
  private FlatReduce() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long bytes = shape.bytes();
    if (shape.place() == shape.root()) {
      schedule.work(Math.min(bytes, shape.pieceBytes()));
    }
    for (long from = 0; from < bytes; from += shape.pieceBytes()) {
      long length = Math.min(shape.pieceBytes(), bytes - from);
      if (shape.place() == shape.root()) {
        Folds.inRankOrder(schedule, shape, from, length);
        schedule.copy(WORK, 0, DESTINATION, from, length).next();
      } else {
        schedule.put(shape.root(), SOURCE, from, length).next();
      }
    }
    return schedule.build();
  }

  /**
   * Returns the time: one hop of a piece; then the root combines pieces, of which the next have
   * arrived.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long piece = Math.min(shape.bytes(), shape.pieceBytes());
    double arrives = machine.hopCombining(piece) - machine.takeCombining(piece);
    double there = Folds.inRankOrderNanos(shape.size(), machine, piece, 0) + machine.copy(piece);
    double first = Folds.inRankOrderNanos(shape.size(), machine, piece, arrives);
    long pieces = Math.ceilDiv(shape.bytes(), shape.pieceBytes());
    return first + machine.copy(piece) + (pieces - 1) * Math.max(there, machine.put(piece));
  }
}
