package org.armci4j.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** One rank's knowledge of the job's failure: set once, then told to all that asked to know. */
public final class FailureSignal {
  private final int rank;
  private final List<Runnable> wakeUps = new ArrayList<>();
  private final FirstFailure first = new FirstFailure();

  /** True once no wake-up may be started any more; guarded by the lock. */
  private boolean closed;

  /** The signal of the rank numbered {@code rank}. */
  public FailureSignal(int rank) {
    this.rank = rank;
  }

  /** The failure, or null. */
  public Failure get() {
    return first.get();
  }

  /** Sets the failure unless there is one already, and starts the wake-ups. */
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
   * Runs {@code wakeUp} once, on a thread of its own, when the job fails, or now if it has failed.
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

  /** Starts no more wake-ups. A failure that is known stays known. */
  public void close() {
    synchronized (wakeUps) {
      closed = true;
      wakeUps.clear();
    }
  }

  /** A thread of its own: a wake-up may take any lock, and its caller may hold any. */
  private void start(List<Runnable> tasks) {
    Thread.ofPlatform()
        .daemon()
        .name("armci-failure-" + rank)
        .start(() -> tasks.forEach(Runnable::run));
  }
}
