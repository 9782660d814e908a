package org.armci4j.transport.ucx;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of the worker through which a rank's operations go out. A thread that serves other
 * ranks' requests, most often the helper thread, lets threads that wait for the lock go first: if
 * it answered several requests in a row, it would take the lock again before the thread that its
 * release has woken can run. That thread's own requests would go out only after all answers.
 */
final class OriginLock {
  /**
   * Usual time to let others go first: a few wake-ups. A virtual thread that was woken may find no
   * carrier for far longer, and other ranks wait for the answers meanwhile.
   */
  private static final long HAND_OVER_NANOS = 100_000;

  private final long handOverNanos;

  /** Fair, but {@link ReentrantLock#tryLock()} overtakes. */
  private final ReentrantLock lock = new ReentrantLock(true);

  OriginLock() {
    this(HAND_OVER_NANOS);
  }

  /**
   * @param handOverNanos how long {@link #lockBehindOthers} lets others go first
   */
  OriginLock(long handOverNanos) {
    this.handOverNanos = handOverNanos;
  }

  /**
   * Takes the lock at once if it is free, past threads that wait for it: a hand-over to each would
   * take a wake-up. Otherwise waits behind them.
   */
  void lock() {
    if (!lock.tryLock()) {
      lock.lock();
    }
  }

  /** Takes the lock behind the threads that wait for it, unless these do not come soon. */
  void lockBehindOthers() {
    boolean isTaken = false;
    boolean isInterrupted = false;
    try {
      isTaken = lock.tryLock(handOverNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    if (!isTaken) {
      lock();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes the lock if it is free; returns whether it was. */
  boolean tryLock() {
    return lock.tryLock();
  }

  /** Gives the lock back. */
  void unlock() {
    lock.unlock();
  }

  /** Returns whether this thread holds the lock. */
  boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }
}
