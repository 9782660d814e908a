package org.armci4j.collectives.algorithm.move;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Broadcasts shares of the message down a binomial tree, then round a ring. */
public final class ScatterAllgatherBroadcast {
  private ScatterAllgatherBroadcast() {}

  public static Schedule schedule(Shape shape, WriteMode mode) {
    Schedule.Builder schedule = Schedule.builder();
    int size = shape.size();
    int relative = shape.fromRoot();
    int low = shape.lowestDigit();
    mode.meet(schedule, shape.place(), peers(shape));
    if (relative != 0) {
      long from = shape.shareOffset(relative);
      long bytes = shape.shareOffset(Math.min(relative + low, size)) - from;
      mode.take(schedule, shape.afterRoot(relative - low), from, bytes);
      schedule.next();
    }
    for (int mask = low / 2; mask > 0; mask /= 2) {
      int child = relative + mask;
      if (child < size) {
        long from = shape.shareOffset(child);
        long bytes = shape.shareOffset(Math.min(child + mask, size)) - from;
        mode.give(schedule, shape.afterRoot(child), from, bytes);
      }
    }
    schedule.next();
    for (int step = 0; step < size - 1; step++) {
      int mine = Math.floorMod(relative - step, size);
      int theirs = Math.floorMod(relative - step - 1, size);
      mode.give(schedule, shape.on(1), shape.shareOffset(mine), shape.shareBytes(mine));
      mode.take(schedule, shape.on(-1), shape.shareOffset(theirs), shape.shareBytes(theirs));
      schedule.next();
    }
    return schedule.build();
  }

  /** Returns the ranks that this one exchanges data with, in the tree or in the ring. */
  private static int[] peers(Shape shape) {
    return IntStream.concat(
            BinomialBroadcast.relatives(shape), IntStream.of(RingAllgather.neighbours(shape)))
        .distinct()
        .toArray();
  }

  /** Returns the time: Σ hop(k / 2^i) down the tree, then n − 1 hops of a share round the ring. */
  public static double nanos(Shape shape, LogGP machine, WriteMode mode) {
    double nanos = mode.meetNanos(machine, shape.doublings() + 1);
    for (int mask = shape.powerOfTwo(); mask > 0; mask /= 2) {
      if (mask < shape.size()) {
        int shares = Math.min(mask, shape.size() - mask);
        nanos += mode.nanos(machine, shares * (shape.bytes() / shape.size()));
      }
    }
    return nanos
        + (shape.size() - 1) * mode.nanos(machine, Math.ceilDiv(shape.bytes(), shape.size()));
  }
}
