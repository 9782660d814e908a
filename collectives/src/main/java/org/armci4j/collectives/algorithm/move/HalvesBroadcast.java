package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Broadcasts between two ranks: the root writes one half while the other rank reads the other half.
 * Where processors move the data for a device, as for all software devices, the processors of both
 * ranks then work.
 */
final class HalvesBroadcast {
  /** Length from which the word that all has been read costs little. */
  private static final long FROM_BYTES = 128 * 1024;

  private HalvesBroadcast() {}

  static boolean suits(Shape shape) {
    return shape.size() == 2 && shape.bytes() >= FROM_BYTES;
  }

  static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    int peer = shape.on(1);
    long half = shape.count() / 2 * shape.elementBytes();
    long rest = shape.bytes() - half;
    WriteMode.STRAIGHT.meet(schedule, shape.place(), peer);
    if (shape.place() == shape.root()) {
      schedule.lend(peer, DESTINATION, half, rest).next();
      WriteMode.STRAIGHT.give(schedule, peer, 0, half);
      return schedule.next().hear(peer).build();
    }
    schedule.read(peer, DESTINATION, half, rest).next();
    WriteMode.STRAIGHT.take(schedule, peer, 0, half);
    return schedule.next().settle(peer).next().notify(peer).build();
  }

  /**
   * Returns the time: an exchange of addresses, the two halves at once, and the word that all has
   * been read.
   */
  static double nanos(Shape shape, LogGP machine) {
    long half = shape.bytes() / 2;
    return WriteMode.STRAIGHT.meetNanos(machine, 1)
        + Math.max(machine.overheadNanos() + machine.write(half), machine.read(half))
        + machine.signal();
  }
}
