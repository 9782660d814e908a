package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Gathers on each rank the parts in the order that begins with its own, in ⌈log2 n⌉ rounds, and
 * rotates them into place at the end. Short parts gather in the collective buffers, where peers
 * write them. The shortest go through the rings, where a network carries each message together with
 * its mark.
 */
public final class BruckAllgather {
  private BruckAllgather() {}

  public static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    int size = shape.size();
    int place = shape.place();
    boolean small = usesBuffer(shape);
    Region parts = small ? BUFFER : WORK;
    Schedule.Builder schedule = Schedule.builder().work(small ? 0 : size * bytes);
    schedule.copy(SOURCE, 0, parts, 0, bytes).next();
    for (int distance = 1; distance < size; distance *= 2) {
      int to = shape.on(-distance);
      int from = shape.on(distance);
      long length = Math.min(distance, size - distance) * bytes;
      if (small) {
        schedule.write(to, parts, 0, parts, distance * bytes, length);
        schedule.written(from, parts, distance * bytes, length).next();
      } else {
        schedule.put(to, parts, 0, length).take(from, parts, distance * bytes, length).next();
      }
    }
    int tail = size - place;
    schedule.copy(parts, 0, DESTINATION, place * bytes, tail * bytes);
    return schedule.copy(parts, tail * bytes, DESTINATION, 0, place * bytes).build();
  }

  /** Returns whether all parts fit into a buffer, and the longest message is longer than a line. */
  private static boolean usesBuffer(Shape shape) {
    long longest = Integer.highestOneBit(shape.size() - 1) * shape.bytes();
    return shape.size() * shape.bytes() <= Channels.BUFFER_BYTES && longest > Channels.SHORT_BYTES;
  }

  /** Returns the time: Σ of ⌈log2 n⌉ hops of 2^i parts, and copies at both ends. */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    int size = shape.size();
    boolean small = usesBuffer(shape);
    double nanos = machine.copy(bytes) + machine.copy(size * bytes);
    for (int distance = 1; distance < size; distance *= 2) {
      long length = Math.min(distance, size - distance) * bytes;
      nanos += small ? machine.write(length) : machine.hop(length);
    }
    return nanos;
  }
}
