package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Exchanges parts between neighbours, alternating sides: first their own parts, then the latest
 * pair of parts. n/2 rounds for an even number of ranks.
 */
public final class NeighbourAllgather {
  private NeighbourAllgather() {}

  public static Schedule schedule(Shape shape, WriteMode mode) {
    Schedule.Builder schedule = Schedule.builder();
    long bytes = shape.bytes();
    int size = shape.size();
    int place = shape.place();
    int side = place % 2 == 0 ? 1 : -1; // side of the first partner
    int partner = shape.on(side);
    mode.meet(schedule, place, RingAllgather.neighbours(shape));
    mode.give(schedule, partner, SOURCE, 0, place * bytes, bytes);
    schedule.copy(SOURCE, 0, DESTINATION, place * bytes, bytes);
    mode.take(schedule, partner, partner * bytes, bytes);
    schedule.next();
    int own = place / 2 * 2;
    int latest = own;
    // Pairs from the first partner's side come from ever further on that side, and from the other
    // side likewise.
    int[] came = {own, own};
    for (int step = 1; step < size / 2; step++) {
      int parity = step % 2;
      int towards = parity == 0 ? side : -side;
      int peer = shape.on(towards);
      came[parity] = Math.floorMod(came[parity] + 2 * towards, size);
      mode.give(schedule, peer, latest * bytes, 2 * bytes);
      mode.take(schedule, peer, came[parity] * bytes, 2 * bytes);
      schedule.next();
      latest = came[parity];
    }
    return schedule.build();
  }

  /** Returns the time: one hop of a part, then n/2 − 1 hops of two. */
  public static double nanos(Shape shape, LogGP machine, WriteMode mode) {
    long bytes = shape.bytes();
    return mode.meetNanos(machine, Math.min(2, shape.size() - 1))
        + mode.nanosBeside(machine, bytes, machine.copy(bytes))
        + (shape.size() / 2 - 1) * mode.nanos(machine, 2 * bytes);
  }
}
