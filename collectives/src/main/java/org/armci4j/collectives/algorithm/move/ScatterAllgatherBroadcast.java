package org.armci4j.collectives.algorithm.move;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.schedule.Schedule;

/** Shares of the message down a binomial tree, then round a ring. */
public final class ScatterAllgatherBroadcast {
  private ScatterAllgatherBroadcast() {}

  public static Schedule schedule(Shape shape, WriteMode mode) {
    Schedule.Builder schedule = Schedule.builder();
    int size = shape.size();
    int relative = shape.fromRoot();
    int low = relative == 0 ? 2 * shape.powerOfTwo() : Integer.lowestOneBit(relative);
    mode.meet(schedule, shape.place(), peers(shape, relative, low));
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

  /** The ranks that this one exchanges data with, in the tree or in the ring. */
  private static int[] peers(Shape shape, int relative, int low) {
    return IntStream.concat(
            BinomialBroadcast.relatives(shape, relative, low),
            IntStream.of(RingAllgather.neighbours(shape)))
        .distinct()
        .toArray();
  }
}
