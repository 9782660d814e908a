package org.armci4j.testkit.conformance.program;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Guards a counter by a mutex of the last rank. The counter is read and written without atomics,
 * once at rank 0 and once at the mutex's host. The rank that holds the mutex finds both equal, and
 * no count is lost.
 */
final class Locks {
  private static final int HAND_OVERS = 100_000;

  private Locks() {}

  static void run(Trial trial) {
    Armci armci = trial.armci();
    int host = trial.size() - 1;
    int each = Math.max(1, trial.times(HAND_OVERS) / trial.size());
    GlobalMemory memory = armci.allocate(16);
    long last = -1;
    try (Mutexes mutexes = armci.createMutexes(trial.rank() == host ? 1 : 0)) {
      for (int i = 0; i < each; i++) {
        mutexes.lock(host, 0);
        long count = armci.getLong(memory, 0, 0);
        trial.requireEqual(count, armci.getLong(memory, host, 8), () -> "the second counter");
        long before = last;
        trial.require(count > last, () -> Text.format("read %d after %d", count, before));
        last = count;
        armci.putLong(memory, 0, 0, count + 1);
        armci.putLong(memory, host, 8, count + 1);
        mutexes.unlock(host, 0);
      }
      armci.barrier();
      long all = (long) each * trial.size();
      trial.requireEqual(all, armci.getLong(memory, 0, 0), () -> "the count at the end");
      armci.barrier();
    }
    armci.free(memory);
  }
}
