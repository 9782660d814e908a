package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Sends parts by the binary digits of their distance, in ⌈log2 n⌉ rounds. Each rank first rotates
 * its parts, so that part j is for the rank j places on. In round r the parts whose distance has
 * bit r go 2^r places on, packed together. At the end each rank rotates them back.
 */
public final class BruckAlltoall {
  private BruckAlltoall() {}

  public static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    int size = shape.size();
    // Work region: parts by distance, then the packed outgoing parts, then the packed incoming
    // ones.
    long out = size * bytes;
    long in = 2 * out;
    Schedule.Builder schedule = Schedule.builder().work(3 * out);
    for (int j = 0; j < size; j++) {
      schedule.copy(SOURCE, shape.on(j) * bytes, WORK, j * bytes, bytes);
    }
    schedule.next();
    for (int bit = 1; bit < size; bit *= 2) {
      int packed = 0;
      for (int j = 0; j < size; j++) {
        if ((j & bit) != 0) {
          schedule.copy(WORK, j * bytes, WORK, out + packed++ * bytes, bytes);
        }
      }
      schedule.next();
      schedule
          .put(shape.on(bit), WORK, out, packed * bytes)
          .take(shape.on(-bit), WORK, in, packed * bytes)
          .next();
      packed = 0;
      for (int j = 0; j < size; j++) {
        if ((j & bit) != 0) {
          schedule.copy(WORK, in + packed++ * bytes, WORK, j * bytes, bytes);
        }
      }
      schedule.next();
    }
    for (int j = 0; j < size; j++) {
      schedule.copy(WORK, j * bytes, DESTINATION, shape.on(-j) * bytes, bytes);
    }
    return schedule.build();
  }

  /**
   * Returns the time: ⌈log2 n⌉ hops of about n/2 parts, packed and unpacked, and two rotations of
   * all parts.
   */
  public static double nanos(Shape shape, LogGP machine) {
    double part = machine.copy(shape.bytes());
    double nanos = 2 * shape.size() * part;
    for (int bit = 1; bit < shape.size(); bit *= 2) {
      int packed = shape.size() / (2 * bit) * bit + Math.max(0, shape.size() % (2 * bit) - bit);
      nanos += 2 * packed * part + machine.hop(packed * shape.bytes());
    }
    return nanos;
  }
}
