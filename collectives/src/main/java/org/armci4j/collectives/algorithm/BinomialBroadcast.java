package org.armci4j.collectives.algorithm;

import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;

/**
 * A binomial tree, in blocks: a rank passes one block on before it takes the next, so that long
 * messages are on their way on all levels at once.
 */
final class BinomialBroadcast {
  private BinomialBroadcast() {}

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    append(schedule, shape, Region.DESTINATION, shape.bytes());
    return schedule.build();
  }

  /** Appends the broadcast of a region from the shape's root. */
  static void append(Schedule.Builder schedule, Shape shape, Region region, long bytes) {
    int relative = shape.fromRoot();
    int low = relative == 0 ? 2 * shape.powerOfTwo() : Integer.lowestOneBit(relative);
    for (long from = 0; from < bytes; from += Channels.PIECE_BYTES) {
      long length = Math.min(Channels.PIECE_BYTES, bytes - from);
      if (relative != 0) {
        schedule.take(shape.afterRoot(relative - low), region, from, length).next();
      }
      for (int mask = low / 2; mask > 0; mask /= 2) {
        if (relative + mask < shape.size()) {
          schedule.put(shape.afterRoot(relative + mask), region, from, length);
        }
      }
      schedule.next();
    }
  }
}
