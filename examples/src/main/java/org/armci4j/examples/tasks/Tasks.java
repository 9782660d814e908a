package org.armci4j.examples.tasks;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * Counts primes. The work is a row of tasks of uneven length. Each rank draws the next task by
 * fetch-and-add, so that a slow rank draws fewer, and no rank hands out tasks.
 */
public final class Tasks {
  private static final int NEXT = 0; // elements of rank 0's block: the next task,
  private static final int FOUND = 1; // and the number of primes
  private static final int TASKS = 200;
  private static final int NUMBERS = 1000; // in each task

  private Tasks() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(2 * Long.BYTES);
      LongBlock counters = memory.longs(0);
      int drawn = 0;
      for (long task; (task = counters.fetchAndAdd(NEXT, 1)) < TASKS; drawn++) {
        counters.fetchAndAdd(FOUND, primes((int) task * NUMBERS));
      }
      System.out.printf(Locale.ROOT, "rank %d did %d tasks%n", armci.rank(), drawn);

      armci.barrier(); // the counts of all ranks are in place
      if (armci.rank() == 0) {
        long found = counters.get(FOUND);
        System.out.printf(Locale.ROOT, "%d primes below %d%n", found, TASKS * NUMBERS);
      }
      armci.free(memory);
    }
  }

  private static int primes(int first) {
    int primes = 0;
    for (int number = Math.max(2, first); number < first + NUMBERS; number++) {
      int divisor = 2;
      while (divisor * divisor <= number && number % divisor != 0) {
        divisor++;
      }
      primes += divisor * divisor > number ? 1 : 0;
    }
    return primes;
  }
}
