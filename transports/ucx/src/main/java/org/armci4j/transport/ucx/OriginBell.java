package org.armci4j.transport.ucx;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.waiting.Doorbell;

/**
 * Where a thread of this rank sleeps that waits for its transfers: UCX wakes it when the origin's
 * worker has something to do. Otherwise the thread would keep a core that a helper thread may need
 * for the very thing that is awaited; yielding it is no help where other programs want it too, as
 * they would have it for milliseconds.
 *
 * <p>Other threads of the rank may do what is awaited: the one that moved the worker on, or the
 * helper thread, which brings answers. They count that and then look whether a thread sleeps; the
 * sleeper says so and then looks at the count, so that one sees the other. It compares with the
 * count of its call before, since which its wait has looked.
 *
 * <p>One thread at a time sleeps here; others yield, and nap where their wait lasts.
 */
final class OriginBell implements Doorbell {
  /** The longest sleep of a wait that has just begun: what nobody counts is seen after it. */
  private static final long DOZE_NANOS = 200_000;

  private final OriginWorker origin;
  private final AtomicInteger moves = new AtomicInteger();
  private final ReentrantLock place = new ReentrantLock();

  /** The thread that looked last; guarded, like the count that it saw, by the lock. */
  private Thread looker;

  private int seen;
  private volatile boolean asleep;

  /**
   * @param origin whose operations are awaited
   */
  OriginBell(OriginWorker origin) {
    this.origin = origin;
  }

  /** Counts that something has come about; returns whether a thread must be woken. */
  boolean count() {
    moves.getAndIncrement();
    return asleep;
  }

  /** Whether a thread sleeps here, which moves the operations on when it is woken. */
  boolean isAsleep() {
    return asleep;
  }

  @Override
  public boolean doze() {
    return place.tryLock() && sleepHere(DOZE_NANOS);
  }

  /** Gives the place back; returns false where this thread has not looked yet since it has it. */
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

  /** Nothing: the sleep ends soon by itself. */
  @Override
  public void ring() {}
}
