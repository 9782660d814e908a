package org.armci4j.bootstrap.rendezvous;

import java.util.concurrent.TimeUnit;

/**
 * Notices at a rank that the launcher is silent, as when its host has gone without a word.
 *
 * <p>It counts its own ticks between two signs of life and no time: a job that was stopped as a
 * whole (by Ctrl-Z, say) and goes on later has missed no tick.
 */
final class HeartbeatMonitor {
  /** How many signs of life in a row may be missed. */
  static final int BEATS = 4;

  private int silentTicks;

  /** The time between ticks when the server may be silent for so long, in ms. */
  static int tickMillis(long limitNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(limitNanos / BEATS);
    return Math.clamp(millis, 1, Integer.MAX_VALUE);
  }

  /** The server has been heard. */
  void heard() {
    silentTicks = 0;
  }

  /** Nothing has been heard for another tick; returns whether that is too long. */
  boolean tick() {
    return ++silentTicks > BEATS;
  }
}
