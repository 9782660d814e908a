package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Reduce-scatters by recursive halving of the vector at doubling distance, which keeps operands in
 * the order of the ranks, then allgathers in the reverse order of steps.
 */
public final class RabenseifnerAllreduce {
  private RabenseifnerAllreduce() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(shape.bytes());
    schedule.copy(SOURCE, 0, WORK, 0, shape.bytes()).next();
    FoldedDoubling folding = new FoldedDoubling(shape);
    if (folding.fold(schedule)) {
      int number = folding.number();
      int first = 0;
      int shares = folding.power();
      Shape shared =
          new Shape(shape.operation(), 0, shares, 0, shape.count(), shape.elementBytes());
      for (int mask = 1; mask < folding.power(); mask *= 2) {
        shares /= 2;
        int partner = folding.place(number ^ mask);
        boolean low = (number & mask) == 0;
        int keep = low ? first : first + shares;
        put(schedule, shared, partner, low ? first + shares : first, shares);
        take(schedule, shared, partner, keep, shares, low);
        first = keep;
      }
      for (int mask = folding.power() / 2; mask > 0; mask /= 2) {
        int partner = folding.place(number ^ mask);
        boolean low = (number & mask) == 0;
        int theirs = low ? first + shares : first - shares;
        put(schedule, shared, partner, first, shares);
        long from = shared.shareOffset(theirs);
        schedule.take(partner, WORK, from, shared.shareOffset(theirs + shares) - from).next();
        first = Math.min(first, theirs);
        shares *= 2;
      }
    }
    folding.unfold(schedule);
    return schedule.build();
  }

  private static void put(
      Schedule.Builder schedule, Shape shared, int partner, int first, int shares) {
    long from = shared.shareOffset(first);
    schedule.put(partner, WORK, from, shared.shareOffset(first + shares) - from);
  }

  private static void take(
      Schedule.Builder schedule, Shape shared, int partner, int first, int shares, boolean low) {
    long from = shared.shareOffset(first);
    long bytes = shared.shareOffset(first + shares) - from;
    if (low) {
      schedule.takeRight(partner, WORK, from, bytes).next();
    } else {
      schedule.takeLeft(partner, WORK, from, bytes).next();
    }
  }

  /** Returns the time: Σ of combining hops of k/2, k/4 and so on, then of plain ones back. */
  public static double nanos(Shape shape, LogGP machine) {
    double nanos = FoldedDoubling.nanos(shape, machine);
    for (int mask = 2; mask <= shape.powerOfTwo(); mask *= 2) {
      long half = shape.bytes() / mask;
      nanos += machine.hopCombining(half) + machine.hop(half);
    }
    return nanos;
  }
}
