package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.RankFailedException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;

/**
 * Makes accumulates into one rank's memory atomic to each other, whatever their shape. Held for
 * short pieces only, so it spins, and yields as the holder may have lost its core.
 *
 * <p>Taking it acquires and giving it back releases: the next holder sees all sums of the last.
 */
final class AccumulateLock {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final int SPINS = 20;

  private final MemorySegment words;
  private final Bootstrap bootstrap;

  AccumulateLock(MemorySegment words, Bootstrap bootstrap) {
    this.words = words;
    this.bootstrap = bootstrap;
  }

  void lock() {
    if (!INT.compareAndSet(words, RankWords.ACCUMULATE_LOCK, 0, 1)) {
      lockContended();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // the holder may be waiting for this core
  private void lockContended() {
    int spins = 0;
    do {
      if (++spins % SPINS == 0) {
        Thread.yield();
        refuseIfFailed();
      }
      Thread.onSpinWait();
    } while ((int) INT.getOpaque(words, RankWords.ACCUMULATE_LOCK) != 0
        || !INT.compareAndSet(words, RankWords.ACCUMULATE_LOCK, 0, 1));
  }

  /** A rank that died may have held the lock. */
  private void refuseIfFailed() {
    Failure failure = bootstrap.failure();
    if (failure != null) {
      throw new RankFailedException("accumulate", failure);
    }
  }

  void unlock() {
    INT.setRelease(words, RankWords.ACCUMULATE_LOCK, 0);
  }
}
