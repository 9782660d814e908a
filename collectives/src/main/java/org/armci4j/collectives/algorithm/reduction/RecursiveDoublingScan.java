package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Exchanges partial results between pairs at doubling distance. A rank that hears from lower ranks
 * also adds their result to its sum of the ranks below. ⌈log2 n⌉ rounds for any n.
 */
public final class RecursiveDoublingScan {
  private final Shape shape;
  private final long bytes;

  /** Offsets in the work region: this part of the ranks, outgoing data, incoming data, … */
  private static final long PART = 0;

  private final long out;
  private final long came;
  private final long below;
  private final long own;
  private final Schedule.Builder schedule = Schedule.builder();
  private boolean anyBelow;

  private RecursiveDoublingScan(Shape shape) {
    this.shape = shape;
    this.bytes = shape.bytes();
    this.out = bytes;
    this.came = 2 * bytes;
    this.below = 3 * bytes;
    this.own = 4 * bytes;
  }

  public static Schedule schedule(Shape shape) {
    return new RecursiveDoublingScan(shape).build();
  }

  private Schedule build() {
    schedule.work(5 * bytes);
    schedule.copy(SOURCE, 0, WORK, PART, bytes).copy(SOURCE, 0, WORK, own, bytes).next();
    for (int mask = 1; mask < shape.size(); mask *= 2) {
      int partner = shape.place() ^ mask;
      if (partner < shape.size()) {
        exchange(partner);
      }
    }
    boolean exclusive = shape.operation() == Operation.EXSCAN;
    if (!anyBelow) {
      return exclusive ? schedule.build() : schedule.copy(WORK, own, DESTINATION, 0, bytes).build();
    }
    if (!exclusive) {
      schedule.combine(WORK, below, WORK, own, bytes).next();
    }
    return schedule.copy(WORK, below, DESTINATION, 0, bytes).build();
  }

  private void exchange(int partner) {
    schedule.copy(WORK, PART, WORK, out, bytes).next();
    schedule.put(partner, WORK, out, bytes).take(partner, WORK, came, bytes).next();
    if (partner > shape.place()) {
      schedule.combine(WORK, PART, WORK, came, bytes).next();
      return;
    }
    schedule.copy(WORK, came, WORK, out, bytes).next();
    schedule.combine(WORK, out, WORK, PART, bytes).next();
    schedule.copy(WORK, out, WORK, PART, bytes).next();
    if (anyBelow) {
      schedule.combine(WORK, came, WORK, below, bytes).next();
    }
    schedule.copy(WORK, came, WORK, below, bytes).next();
    anyBelow = true;
  }

  /**
   * Returns the time: ⌈log2 n⌉ hops, each with two combinations and four copies by ranks that hear
   * from below.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    double step = machine.hop(bytes) + 2 * machine.combine(bytes) + 4 * machine.copy(bytes);
    return 3 * machine.copy(bytes) + shape.doublings() * step;
  }
}
