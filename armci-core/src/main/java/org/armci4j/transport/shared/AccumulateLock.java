package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * Makes accumulates into one rank's memory atomic to each other, whatever their shape. Held for
 * short pieces only. If its holder has died, the job's failure ends the wait for the lock; a job
 * that goes on takes the lock from the dead rank, of whose last piece only a part may be there.
 *
 * <p>Taking the lock acquires and giving it back releases: the next holder sees all sums of the
 * last.
 */
final class AccumulateLock {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final Condition<AccumulateLock> TAKEN = (lock, _, _) -> lock.tryLock();

  private final MemorySegment words;
  private final Waiter waiter;
  private final LostRanks lost;

  /** This rank as the word holds it: rank + 1. */
  private final int me;

  /**
   * @param waiter whose waits no lost rank ends
   * @param rank this rank
   */
  AccumulateLock(MemorySegment words, Waiter waiter, LostRanks lost, int rank) {
    this.words = words;
    this.waiter = waiter;
    this.lost = lost;
    this.me = rank + 1;
  }

  void lock() {
    if (!INT.compareAndSet(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, 0, me)) {
      waiter.await(TAKEN, this, 0, 0, waiter.defaultTimeoutNanos(), "accumulate");
    }
  }

  /** Reads first, so that a waiting thread leaves the cache line to the holder. */
  private boolean tryLock() {
    int holder = (int) INT.getOpaque(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK);
    return (holder == 0 || lost.of(holder - 1) != null)
        && INT.compareAndSet(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, holder, me);
  }

  void unlock() {
    INT.setRelease(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, 0);
  }
}
