package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/** Exchanges and combines all elements between pairs at doubling distance. */
public final class RecursiveDoublingAllreduce {
  private RecursiveDoublingAllreduce() {}

  public static Schedule schedule(Shape shape) {
    long bytes = shape.bytes();
    Schedule.Builder schedule = Schedule.builder().work(2 * bytes);
    schedule.copy(SOURCE, 0, WORK, 0, bytes).next();
    FoldedDoubling folding = new FoldedDoubling(shape);
    if (folding.fold(schedule)) {
      for (int mask = 1; mask < folding.power(); mask *= 2) {
        int partner = folding.place(folding.number() ^ mask);
        // Puts a copy, because the data of a put must not change before it is sent.
        schedule.copy(WORK, 0, WORK, bytes, bytes).next().put(partner, WORK, bytes, bytes);
        if (partner < shape.place()) {
          schedule.takeLeft(partner, WORK, 0, bytes).next();
        } else {
          schedule.takeRight(partner, WORK, 0, bytes).next();
        }
      }
    }
    folding.unfold(schedule);
    return schedule.build();
  }

  /**
   * Returns the time: ⌊log2 n⌋ copies and combining hops of the whole, and two hops more where
   * ranks are folded.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long bytes = shape.bytes();
    int rounds = Integer.numberOfTrailingZeros(shape.powerOfTwo());
    return FoldedDoubling.nanos(shape, machine)
        + rounds * (machine.copy(bytes) + machine.hopCombining(bytes));
  }
}
