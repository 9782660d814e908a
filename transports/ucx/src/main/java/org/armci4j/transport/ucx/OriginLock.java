package org.armci4j.transport.ucx;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of the worker through which a rank's operations go out. Threads of the program take it
 * as soon as it is free. The helper thread goes behind all threads that wait for it: a helper that
 * answers several requests in a row would take the lock again before the thread that its release
 * has woken can run. That thread's own requests would go out only after all answers.
 */
final class OriginLock {
  /** Fair, but {@link ReentrantLock#tryLock()} overtakes. */
  private final ReentrantLock lock = new ReentrantLock(true);

  /** Takes the lock, past threads that wait for it: a hand-over to each would take a wake-up. */
  void lock() {
    if (!lock.tryLock()) {
      lock.lock();
    }
  }

  /** Takes the lock behind all threads that wait for it. */
  void lockBehindOthers() {
    lock.lock();
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
