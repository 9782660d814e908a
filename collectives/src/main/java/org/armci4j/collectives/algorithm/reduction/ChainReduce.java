package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Reduces from rank 0 upwards. Each rank combines its own elements with those of all before it, in
 * blocks that follow each other up the chain. The last rank passes the blocks to the root.
 */
public final class ChainReduce {
  private ChainReduce() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    schedule.work(shape.bytes()).copy(SOURCE, 0, WORK, 0, shape.bytes()).next();
    int last = shape.size() - 1;
    boolean takesResult = shape.place() == shape.root() && shape.root() != last;
    long blocks = (shape.bytes() + shape.pieceBytes() - 1) / shape.pieceBytes();
    // The root takes each result that many blocks later: as many as the last rank may put ahead.
    // With more the chain would stop; with fewer it would wait for each block to come all the way.
    for (long block = 0; block < blocks + Channels.SLOTS; block++) {
      if (block < blocks) {
        link(schedule, shape, block);
      }
      if (takesResult && block >= Channels.SLOTS) {
        long from = offset(shape, block - Channels.SLOTS);
        schedule.take(last, DESTINATION, from, length(shape, from)).next();
      }
    }
    if (shape.place() == last && shape.root() == last) {
      schedule.copy(WORK, 0, DESTINATION, 0, shape.bytes());
    }
    return schedule.build();
  }

  private static void link(Schedule.Builder schedule, Shape shape, long block) {
    int place = shape.place();
    int last = shape.size() - 1;
    long from = offset(shape, block);
    long length = length(shape, from);
    if (place > 0) {
      schedule.takeLeft(place - 1, WORK, from, length).next();
    }
    if (place < last) {
      schedule.put(place + 1, WORK, from, length).next();
    } else if (shape.root() != last) {
      schedule.put(shape.root(), WORK, from, length).next();
    }
  }

  private static long offset(Shape shape, long block) {
    return block * shape.pieceBytes();
  }

  private static long length(Shape shape, long from) {
    return Math.min(shape.pieceBytes(), shape.bytes() - from);
  }

  /**
   * Returns the time: n − 1 combining hops of a block and one to the root. Further blocks follow
   * each other, but no more of them are under way than the root lags behind.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long block = Math.min(shape.bytes(), shape.pieceBytes());
    long blocks = Math.ceilDiv(shape.bytes(), shape.pieceBytes());
    double around = (shape.size() - 1) * machine.hopCombining(block) + machine.hop(block);
    double next = machine.takeCombining(block) + machine.put(block);
    double stays = Math.max(0, around / Channels.SLOTS - next);
    return machine.copy(shape.bytes())
        + around
        + (blocks - 1) * next
        + Math.max(0, blocks - Channels.SLOTS) * stays;
  }
}
