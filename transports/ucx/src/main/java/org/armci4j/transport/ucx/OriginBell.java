package org.armci4j.transport.ucx;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.waiting.Doorbell;

/**
 * Bell at which a thread of this rank sleeps while it waits for its transfers. UCX wakes the thread
 * when the origin's worker has something to do. Without the sleep the thread would keep a core that
 * a helper thread may need for the awaited transfer. Yielding does not help where other programs
 * compete for the core: they would keep it for milliseconds.
 *
 * <p>Another thread may bring the awaited change: one that advanced the worker, or the helper
 * thread, which brings answers. Such a thread counts the change and then checks whether a thread
 * sleeps. The sleeper sets its flag and then reads the count, so one sees the other. It sleeps only
 * if the count is the same as at its previous call, since its wait checked its condition after that
 * call.
 *
 * <p>One thread at a time sleeps here. Others yield, and nap in long waits.
 */
final class OriginBell implements Doorbell {
  /**
   * Longest sleep of a wait that has just begun, after which it sees changes that nobody counts.
   */
  private static final long DOZE_NANOS = 200_000;

  private final OriginWorker origin;
  private final Runnable rest;
  private final AtomicInteger moves = new AtomicInteger();
  private final ReentrantLock place = new ReentrantLock();

  /** Thread of the latest call; guarded by the lock, like the count that it saw. */
  private Thread looker;

  private int seen;
  private volatile boolean asleep;

  /**
   * @param origin the worker whose operations are awaited
   * @param rest called before a thread sleeps
   */
  OriginBell(OriginWorker origin, Runnable rest) {
    this.origin = origin;
    this.rest = rest;
  }

  /** Counts a change; returns whether a thread must be woken. */
  boolean count() {
    moves.getAndIncrement();
    return asleep;
  }

  /** Returns whether a thread sleeps here, which advances the operations when it is woken. */
  boolean isAsleep() {
    return asleep;
  }

  @Override
  public boolean doze() {
    return place.tryLock() && sleepHere(DOZE_NANOS);
  }

  /**
   * Sleeps and releases the lock; returns false if another thread called last, as this thread must
   * check its condition once more before it sleeps.
   */
  private boolean sleepHere(long timeoutNanos) {
    try {
      int now = moves.get();
      boolean hasLooked = Objects.equals(looker, Thread.currentThread());
      if (!hasLooked || seen != now) {
        looker = Thread.currentThread();
        seen = now;
        return hasLooked;
      }
      asleep = true;
      rest.run();
      if (origin.arm() && moves.get() == now) {
        origin.sleep(timeoutNanos);
      }
      return true;
    } finally {
      asleep = false;
      place.unlock();
    }
  }

  @Override
  public int announce() {
    return 0;
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    if (place.tryLock()) {
      boolean _ = sleepHere(timeoutNanos);
    } else {
      LockSupport.parkNanos(timeoutNanos);
    }
  }

  @Override
  public void retract() {}

  /** Does nothing: the sleep ends soon by itself. */
  @Override
  public void ring() {}
}
