package org.armci4j.testkit.conformance.program;

import java.util.function.LongUnaryOperator;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Uses a word as its own lock. The rank that swaps the sentinel in and gets a value out holds the
 * word, and swaps the next value in. No update is lost.
 */
final class Swap {
  private static final int UPDATES = 200;
  private static final int SENTINEL = -1;
  private static final long INT_OFFSET = 8;

  private Swap() {}

  static void run(Trial trial) {
    Armci armci = trial.armci();
    int each = trial.times(UPDATES);
    long all = (long) each * trial.size();
    GlobalMemory memory = armci.allocate(16);
    for (int i = 0; i < each; i++) {
      update(trial, value -> armci.longAtomics().swap(memory, 0, 0, value));
      update(trial, value -> armci.intAtomics().swap(memory, 0, INT_OFFSET, (int) value));
    }
    armci.barrier();
    if (trial.rank() == 0) {
      trial.requireEqual(all, armci.getLong(memory, 0, 0), () -> "updates of the long");
      trial.requireEqual(all, armci.getInt(memory, 0, INT_OFFSET), () -> "updates of the int");
    }
    armci.free(memory);
  }

  @SuppressWarnings("ThreadPriorityCheck") // the holder of the word may be waiting for this core
  private static void update(Trial trial, LongUnaryOperator swap) {
    long value = swap.applyAsLong(SENTINEL);
    while (value == SENTINEL) {
      Thread.yield();
      value = swap.applyAsLong(SENTINEL);
    }
    long held = swap.applyAsLong(value + 1);
    trial.requireEqual(SENTINEL, held, () -> "the word while it is held");
  }
}
