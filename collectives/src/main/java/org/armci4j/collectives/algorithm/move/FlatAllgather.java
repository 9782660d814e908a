package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/** Puts every rank's part to every other rank. */
public final class FlatAllgather {
  private FlatAllgather() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long mine = shape.takeBytes(shape.place());
    schedule.copy(SOURCE, 0, DESTINATION, shape.takeOffset(shape.place()), mine);
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.put(peer, SOURCE, 0, mine);
      schedule.take(peer, DESTINATION, shape.takeOffset(peer), shape.takeBytes(peer));
    }
    return schedule.build();
  }

  /**
   * Returns the form that writes to collective buffers without asking first, where these have room
   * for all parts; for parts of equal length.
   */
  public static Schedule straight(Shape shape) {
    long bytes = shape.bytes();
    if ((shape.size() - 1) * bytes > Channels.BUFFER_BYTES) {
      return schedule(shape);
    }
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.write(peer, SOURCE, 0, BUFFER, Shape.indexAmongOthers(place, peer) * bytes, bytes);
    }
    schedule.copy(SOURCE, 0, DESTINATION, place * bytes, bytes);
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.written(peer, BUFFER, Shape.indexAmongOthers(peer, place) * bytes, bytes);
    }
    schedule.next();
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.copy(
          BUFFER, Shape.indexAmongOthers(peer, place) * bytes, DESTINATION, peer * bytes, bytes);
    }
    return schedule.build();
  }

  /** Returns the time: n − 1 puts, then n − 1 takes, and the latency once. */
  public static double nanos(Shape shape, LogGP machine) {
    return machine.copy(shape.bytes()) + exchange(shape, machine, 0);
  }

  /** Returns the time of all puts, then other work, then all takes. */
  static double exchange(Shape shape, LogGP machine, double otherNanos) {
    long bytes = shape.bytes();
    int others = shape.size() - 1;
    double sent = others * machine.put(bytes) + otherNanos;
    double arrives = machine.hop(bytes) - machine.take(bytes);
    double wire =
        machine.latencyNanos() + others * bytes * machine.nanosPerByte() + machine.put(bytes);
    double last = wire + machine.take(bytes);
    return Math.max(Math.max(sent, arrives) + others * machine.take(bytes), last);
  }

  /** Returns the time: n − 1 writes, then as many copies, and the latency once. */
  public static double straightNanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    int others = shape.size() - 1;
    if (others * bytes > Channels.BUFFER_BYTES) {
      return nanos(shape, machine);
    }
    double sent = others * machine.writing(bytes) + machine.copy(bytes);
    double wire =
        machine.writing(bytes) + others * bytes * machine.nanosPerByte() + machine.latencyNanos();
    return Math.max(sent, wire) + others * (machine.overheadNanos() + machine.copy(bytes));
  }
}
