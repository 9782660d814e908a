package org.armci4j.bootstrap.launch.ssh;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices, in an agent, that the launcher is silent for too long: it is stopped, or cut off. Counts
 * looks, not time, so that an agent that was stopped together with its launcher goes on with it.
 */
final class LauncherWatch {
  private static final int LOOKS = 8;

  private final Runnable silent;
  private volatile long silenceNanos;

  /** Looks since the launcher was heard. */
  private final AtomicInteger looks = new AtomicInteger();

  /**
   * Makes a watch that is off until {@link #expect}.
   *
   * @param silent called once, when the silence is too long
   */
  LauncherWatch(Runnable silent) {
    this.silent = silent;
  }

  /** Resets the count: the launcher has sent something. */
  void heard() {
    looks.set(0);
  }

  /** Sets how long the launcher may be silent from now on; the first call starts the watch. */
  void expect(long newSilenceNanos) {
    boolean first = silenceNanos == 0;
    silenceNanos = newSilenceNanos;
    if (first && newSilenceNanos > 0) {
      Thread.ofPlatform().name("armci-launcher-watch").daemon().start(this::watch);
    }
  }

  private void watch() {
    do {
      LockSupport.parkNanos(silenceNanos / LOOKS);
    } while (!look());
    silent.run();
  }

  /** Looks once. Returns whether the launcher has been silent for too long. */
  boolean look() {
    return looks.incrementAndGet() > LOOKS;
  }
}
