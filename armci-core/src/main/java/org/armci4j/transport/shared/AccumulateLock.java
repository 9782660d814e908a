package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * Makes accumulates into one rank's memory atomic to each other, whatever their shape. Held for
 * short pieces only. If its holder has died, the wait for the lock ends with an exception that says
 * so.
 *
 * <p>Taking the lock acquires and giving it back releases: the next holder sees all sums of the
 * last.
 */
final class AccumulateLock {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final Condition<AccumulateLock> TAKEN = (lock, _, _) -> lock.tryLock();

  private final MemorySegment words;
  private final Waiter waiter;

  AccumulateLock(MemorySegment words, Waiter waiter) {
    this.words = words;
    this.waiter = waiter;
  }

  void lock() {
    if (!INT.compareAndSet(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, 0, 1)) {
      waiter.await(TAKEN, this, 0, 0, waiter.defaultTimeoutNanos(), "accumulate");
    }
  }

  /** Reads first, so that a waiting thread leaves the cache line to the holder. */
  private boolean tryLock() {
    return (int) INT.getOpaque(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK) == 0
        && INT.compareAndSet(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, 0, 1);
  }

  void unlock() {
    INT.setRelease(NativeMemory.exact(words), RankWords.ACCUMULATE_LOCK, 0);
  }
}
