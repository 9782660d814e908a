package org.armci4j.testkit.conformance.threads;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Counts under a mutex in counters that are read and written without atomics: one at the mutex's
 * host and one at the next rank, which are equal.
 */
final class GuardedCounts implements ThreadWork {
  /** Mutexes that each rank hosts. */
  static final int MUTEXES = 2;

  /**
   * Layout of each block: the host's counters, those of the preceding rank, and the sums to compare
   * with.
   */
  private static final long SECOND = (long) MUTEXES * Long.BYTES;

  private static final long SUMS = 2 * SECOND;
  private static final long SIZE_BYTES = 3 * SECOND;

  private final Trial trial;
  private final Armci armci;
  private final SplittableRandom random;
  private final GlobalMemory memory;
  private final Mutexes mutexes;
  private final long[][] last;
  private final long[][] locked;

  GuardedCounts(Trial trial, SplittableRandom random, GlobalMemory memory, Mutexes mutexes) {
    this.trial = trial;
    this.armci = trial.armci();
    this.random = random;
    this.memory = memory;
    this.mutexes = mutexes;
    this.last = new long[trial.size()][MUTEXES];
    this.locked = new long[trial.size()][MUTEXES];
  }

  /** Allocates the memory. Collective. */
  static GlobalMemory allocate(Armci armci) {
    return armci.allocate(SIZE_BYTES);
  }

  @Override
  public void next() {
    int host = random.nextInt(trial.size());
    int number = random.nextInt(MUTEXES);
    if (random.nextInt(4) > 0) {
      mutexes.lock(host, number);
    } else if (!mutexes.tryLock(host, number)) {
      return;
    }
    count(host, number);
    mutexes.unlock(host, number);
  }

  private void count(int host, int number) {
    int other = (host + 1) % trial.size();
    long first = (long) number * Long.BYTES;
    long second = SECOND + first;
    long count = armci.getLong(memory, host, first);
    long before = last[host][number];
    trial.requireEqual(
        count,
        armci.getLong(memory, other, second),
        () -> Text.format("the second counter of mutex %d of rank %d", number, host));
    trial.require(
        count >= before,
        () ->
            Text.format(
                "counter of mutex %d of rank %d: %d after %d", number, host, count, before));
    armci.putLong(memory, host, first, count + 1);
    armci.putLong(memory, other, second, count + 1);
    last[host][number] = count + 1;
    locked[host][number]++;
  }

  @Override
  public void end() {
    for (int host = 0; host < trial.size(); host++) {
      for (int number = 0; number < MUTEXES; number++) {
        long sum = SUMS + (long) number * Long.BYTES;
        armci.fetchAndAdd(memory, host, sum, locked[host][number]);
      }
    }
  }

  /** Compares this rank's counters, after all threads of all ranks have ended. */
  static void requireSums(Trial trial, GlobalMemory memory) {
    for (int i = 0; i < MUTEXES; i++) {
      int number = i;
      trial.requireEqual(
          trial.armci().longAtomics().read(memory, trial.rank(), SUMS + (long) i * Long.BYTES),
          memory.local().getAtIndex(JAVA_LONG, i),
          () -> Text.format("the count of mutex %d at the end", number));
    }
  }
}
