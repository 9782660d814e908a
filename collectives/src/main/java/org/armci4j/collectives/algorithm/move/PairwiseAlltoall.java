package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Gives, in step s, to the rank s places on and takes from the rank s places back. Steps go one
 * after the other, several at once, or all at once.
 */
public final class PairwiseAlltoall {
  /**
   * Straight steps that go at once. With one at a time nothing is on its way between the last byte
   * of a step and the first byte of the next, which waits for the signal behind the step. Over
   * several paths to a rank this signal comes an acknowledgement later.
   */
  private static final int STRAIGHT_STEPS = 8;

  private PairwiseAlltoall() {}

  /**
   * Makes a rank's part.
   *
   * @param inSteps whether one step comes after the other, or all at once
   */
  public static Schedule schedule(Shape shape, boolean inSteps) {
    return schedule(shape, WriteMode.COPIED, inSteps ? 1 : shape.size());
  }

  /** Returns the straight form, for parts of equal length. */
  public static Schedule straight(Shape shape) {
    return schedule(shape, WriteMode.STRAIGHT, STRAIGHT_STEPS);
  }

  private static Schedule schedule(Shape shape, WriteMode mode, int stepsAtOnce) {
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    mode.meet(schedule, place, IntStream.range(1, shape.size()).map(shape::on).toArray());
    for (int step = 1; step < shape.size(); step++) {
      int to = shape.on(step);
      int from = shape.on(-step);
      long bytes = shape.giveBytes(to);
      mode.give(schedule, to, SOURCE, shape.giveOffset(to), place * bytes, bytes);
      mode.take(schedule, from, shape.takeOffset(from), shape.takeBytes(from));
      if (step == 1) {
        copyOwn(schedule, shape);
      }
      if (step % stepsAtOnce == 0) {
        schedule.next();
      }
    }
    if (shape.size() == 1) {
      copyOwn(schedule, shape);
    }
    return schedule.build();
  }

  /** Copies this rank's own part while the bytes of the first step are on their way. */
  private static void copyOwn(Schedule.Builder schedule, Shape shape) {
    int place = shape.place();
    schedule.copy(
        SOURCE,
        shape.giveOffset(place),
        DESTINATION,
        shape.takeOffset(place),
        shape.giveBytes(place));
  }

  /** Returns the time of n − 1 hops, in steps or all at once. */
  public static double nanos(Shape shape, LogGP machine, boolean inSteps) {
    long bytes = shape.bytes();
    double copied = machine.copy(bytes);
    int others = shape.size() - 1;
    if (others == 0) {
      return copied;
    }
    return inSteps
        ? machine.hopBeside(bytes, copied) + (others - 1) * machine.hop(bytes)
        : FlatAllgather.exchange(shape, machine, copied);
  }

  /**
   * Returns the time: every rank tells every other its destination, then n − 1 writes. Writes that
   * go at once share the latency.
   */
  public static double straightNanos(Shape shape, LogGP machine) {
    int others = shape.size() - 1;
    double copied = machine.copy(shape.bytes());
    if (others == 0) {
      return copied;
    }
    double nanos = WriteMode.STRAIGHT.meetNanos(machine, others);
    for (int done = 0; done < others; done += STRAIGHT_STEPS) {
      int writes = Math.min(others - done, STRAIGHT_STEPS);
      nanos += atOnce(writes, done == 0 ? copied : 0, shape.bytes(), machine);
    }
    return nanos;
  }

  private static double atOnce(int writes, double otherNanos, long bytes, LogGP machine) {
    double wire = machine.write(bytes) + (writes - 1) * bytes * machine.nanosPerByte();
    double sent = writes * machine.writing(bytes) + otherNanos + writes * machine.overheadNanos();
    return Math.max(wire, sent);
  }
}
