package org.armci4j.bootstrap;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds one rank's knowledge of the job's failure. The failure is set once and wakes all that have
 * registered.
 */
public final class FailureSignal {
  private final int rank;
  private final List<Runnable> wakeUps = new ArrayList<>();
  private final FirstFailure first = new FirstFailure();

  /** True once no wake-up may start any more; guarded by the lock. */
  private boolean closed;

  /** Makes the signal of the rank numbered {@code rank}. */
  public FailureSignal(int rank) {
    this.rank = rank;
  }

  /** Returns the failure, or null. */
  public Failure get() {
    return first.get();
  }

  /** Sets the failure unless one is set, and starts the wake-ups. */
  public void raise(Failure seen) {
    synchronized (wakeUps) {
      if (closed || !first.report(seen)) {
        return;
      }
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
      if (first.get() == null) {
        wakeUps.add(wakeUp);
      } else {
        start(List.of(wakeUp));
      }
    }
  }

  /** Starts no more wake-ups. Keeps a known failure. */
  public void close() {
    synchronized (wakeUps) {
      closed = true;
      wakeUps.clear();
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
