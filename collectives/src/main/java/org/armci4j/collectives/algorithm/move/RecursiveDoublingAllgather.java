package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import java.util.function.IntConsumer;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Exchanges all parts that they have between pairs at doubling distance; for powers of two. The
 * shortest steps, up to a line, go through the ring, where a network carries the data as one
 * message together with their mark. Short steps go to the partner's collective buffer, whose place
 * is known, and are copied from there. Long steps go straight to the partner's destination.
 * Addresses are told at the beginning, so that they travel during the short steps.
 */
public final class RecursiveDoublingAllgather {
  /**
   * Longest step for which a copy costs less than it saves; all short steps fit into one buffer.
   */
  private static final long BUFFERED_BYTES = 8192;

  private RecursiveDoublingAllgather() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long bytes = shape.bytes();
    int place = shape.place();
    schedule.copy(SOURCE, 0, DESTINATION, place * bytes, bytes);
    forLongSteps(shape, partner -> schedule.tell(place, partner));
    schedule.next();
    boolean learnt = false;
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      int partner = place ^ mask;
      long mine = (long) (place / mask) * mask * bytes;
      long theirs = (long) (partner / mask) * mask * bytes;
      long length = mask * bytes;
      if (length > BUFFERED_BYTES) {
        if (!learnt) {
          forLongSteps(shape, schedule::learn);
          schedule.next();
          learnt = true;
        }
        WriteMode.STRAIGHT.give(schedule, partner, mine, length);
        WriteMode.STRAIGHT.take(schedule, partner, theirs, length);
      } else if (length <= Channels.SHORT_BYTES) {
        WriteMode.COPIED.give(schedule, partner, mine, length);
        WriteMode.COPIED.take(schedule, partner, theirs, length);
      } else {
        long at = (mask - 1) * bytes;
        schedule.write(partner, DESTINATION, mine, BUFFER, at, length);
        schedule.written(partner, BUFFER, at, length).next();
        schedule.copy(BUFFER, at, DESTINATION, theirs, length);
      }
      schedule.next();
    }
    return schedule.build();
  }

  private static void forLongSteps(Shape shape, IntConsumer withPartner) {
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      if (mask * shape.bytes() > BUFFERED_BYTES) {
        withPartner.accept(shape.place() ^ mask);
      }
    }
  }

  /**
   * Returns the time: Σ of steps of 2^i parts, each through a ring, a buffer or straight, by its
   * length.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double nanos = machine.copy(bytes);
    int longSteps = 0;
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      long length = mask * bytes;
      if (length > BUFFERED_BYTES) {
        longSteps++;
        nanos += machine.write(length);
      } else if (length <= Channels.SHORT_BYTES) {
        nanos += machine.hop(length);
      } else {
        nanos += machine.write(length) + machine.copy(length);
      }
    }
    return nanos + WriteMode.STRAIGHT.meetNanos(machine, longSteps);
  }
}
