package org.armci4j.bootstrap;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds one rank's knowledge of the job's failure, and of ranks that the job goes on without. The
 * failure is set once and wakes all that have registered; each lost rank wakes those that have
 * registered for it.
 */
public final class FailureSignal {
  private final int rank;
  private final List<Runnable> wakeUps = new ArrayList<>();
  private final List<Runnable> lossWakeUps = new ArrayList<>();
  private final LostRanks lost = new LostRanks();

  /** The job's failure; null while there is none. Written under the lock. */
  private volatile Failure first;

  /** True once no wake-up may start any more; guarded by the lock. */
  private boolean closed;

  /** Makes the signal of the rank numbered {@code rank}. */
  public FailureSignal(int rank) {
    this.rank = rank;
  }

  /** Returns the failure, or null. */
  public Failure get() {
    return first;
  }

  /** Sets the failure unless one is set, and starts the wake-ups. */
  public void raise(Failure seen) {
    synchronized (wakeUps) {
      if (closed || first != null) {
        return;
      }
      first = seen;
      if (!wakeUps.isEmpty()) {
        start(List.copyOf(wakeUps));
        wakeUps.clear();
      }
    }
  }

  /**
   * Runs {@code wakeUp} once, on a thread of its own, when the job fails or at once if it has
   * failed.
   */
  public void onFailure(Runnable wakeUp) {
    synchronized (wakeUps) {
      if (closed) {
        return;
      }
      if (first == null) {
        wakeUps.add(wakeUp);
      } else {
        start(List.of(wakeUp));
      }
    }
  }

  /** Returns the ranks that the job goes on without. */
  public LostRanks lost() {
    return lost;
  }

  /** Notes a rank that the job goes on without, and starts the wake-ups for it. */
  public void lose(Failure seen) {
    synchronized (wakeUps) {
      if (!closed && lost.add(seen) && !lossWakeUps.isEmpty()) {
        start(List.copyOf(lossWakeUps));
      }
    }
  }

  /**
   * Runs {@code wakeUp} on a thread of its own after each rank that is lost, and soon if some are.
   */
  public void onLoss(Runnable wakeUp) {
    synchronized (wakeUps) {
      if (closed) {
        return;
      }
      lossWakeUps.add(wakeUp);
      if (!lost.all().isEmpty()) {
        start(List.of(wakeUp));
      }
    }
  }

  /** Starts no more wake-ups. Keeps a known failure. */
  public void close() {
    synchronized (wakeUps) {
      closed = true;
      wakeUps.clear();
      lossWakeUps.clear();
    }
  }

  /**
   * Starts wake-ups on a new thread: a wake-up may take any lock, and this caller may hold any
   * lock.
   */
  private void start(List<Runnable> tasks) {
    Thread.ofPlatform()
        .daemon()
        .name("armci-failure-" + rank)
        .start(() -> tasks.forEach(Runnable::run));
  }
}
