package org.armci4j.bootstrap.rendezvous;

import java.util.concurrent.TimeUnit;

/**
 * Notices at a rank that the launcher is silent, as when its host has lost power.
 *
 * <p>Counts ticks between signs of life, not time. A whole job that was stopped (by Ctrl-Z, say)
 * and goes on later has missed no tick.
 */
final class HeartbeatMonitor {
  /** Signs of life that may be missed in a row. */
  static final int BEATS = 4;

  private int silentTicks;

  /**
   * Returns the time between ticks for a server that may be silent for {@code limitNanos}, in ms.
   */
  static int tickMillis(long limitNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(limitNanos / BEATS);
    return Math.clamp(millis, 1, Integer.MAX_VALUE);
  }

  /** Resets the count: the server has been heard. */
  void heard() {
    silentTicks = 0;
  }

  /** Counts a tick without a sign of life. Returns whether the silence is too long. */
  boolean tick() {
    return ++silentTicks > BEATS;
  }
}
