package org.armci4j.testkit.conformance.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.trial.Trial;

/** Puts and accumulates between collectives, from all ranks to some, and knows the sums. */
final class SideTraffic {
  private final Trial trial;
  private final GlobalMemory memory;

  /** By origin, the last value that it put here; after these the sum of all accumulates. */
  private final long[] expected;

  /** Allocates the memory. Collective. */
  SideTraffic(Trial trial) {
    this.trial = trial;
    this.expected = new long[trial.size() + 1];
    this.memory = trial.armci().allocate((long) Long.BYTES * expected.length);
  }

  /**
   * Puts a number to one rank and adds it to another rank's sum. All ranks draw the same targets.
   */
  void next(SplittableRandom common) {
    int putShift = common.nextInt(trial.size());
    int addShift = common.nextInt(trial.size());
    long number = common.nextLong();
    for (int origin = 0; origin < trial.size(); origin++) {
      if ((origin + putShift) % trial.size() == trial.rank()) {
        expected[origin] = number + origin;
      }
      if ((origin + addShift) % trial.size() == trial.rank()) {
        expected[trial.size()] += number + origin;
      }
    }
    MemorySegment source = MemorySegment.ofArray(new long[] {number + trial.rank()});
    int putTo = (trial.rank() + putShift) % trial.size();
    int addTo = (trial.rank() + addShift) % trial.size();
    trial.armci().putLong(memory, putTo, (long) Long.BYTES * trial.rank(), number + trial.rank());
    long sum = (long) Long.BYTES * trial.size();
    trial.armci().accumulate(Accumulation.ofLong(1), source, memory, addTo, sum);
  }

  /** Compares this rank's memory. Collective. */
  void verify() {
    trial.armci().barrier();
    for (int i = 0; i < expected.length; i++) {
      int at = i;
      long seen = memory.local().getAtIndex(ValueLayout.JAVA_LONG, i);
      trial.requireEqual(
          expected[i],
          seen,
          () -> at < trial.size() ? "put by rank " + at : "the sum of accumulates");
    }
    trial.armci().barrier();
  }

  /** Frees the memory. Collective. */
  void free() {
    trial.armci().free(memory);
  }
}
