package org.armci4j.bootstrap.launch.ssh;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks, in an agent, whether the launcher is silent for too long: it is stopped, or cut off. It
 * counts looks and no time, so that an agent that was stopped as well goes on when both do.
 */
final class LauncherWatch {
  private static final int LOOKS = 8;

  private final Runnable silent;
  private volatile long silenceNanos;

  /** Since the launcher was heard. */
  private final AtomicInteger looks = new AtomicInteger();

  /**
   * @param silent what is done then, once
   */
  LauncherWatch(Runnable silent) {
    this.silent = silent;
  }

  /** The launcher has said something. */
  void heard() {
    looks.set(0);
  }

  /** From here on the launcher may be silent for so long; the first call starts the watch. */
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

  /** One look: whether the launcher has been silent for too long. */
  boolean look() {
    return looks.incrementAndGet() > LOOKS;
  }
}
