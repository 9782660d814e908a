package org.armci4j.bootstrap.rendezvous;

import io.netty.channel.EventLoop;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Notices at a rank that the launcher is silent, as when its host has gone without a word. Runs on
 * the rank's I/O thread.
 *
 * <p>It counts its own ticks between two signs of life and no time: a job that was stopped as a
 * whole (by Ctrl-Z, say) and goes on later has missed no tick.
 */
final class SilenceWatch {
  /** How many signs of life in a row may be missed. */
  static final int BEATS = 4;

  private final Runnable onSilence;
  private ScheduledFuture<?> ticks;
  private int silentTicks;

  SilenceWatch(Runnable onSilence) {
    this.onSilence = onSilence;
  }

  /** The server has been heard; it says how long it may be silent, or 0 for ever. */
  void heard(EventLoop loop, long limitNanos) {
    silentTicks = 0;
    if (ticks == null && limitNanos > 0) {
      long period = Math.max(1, limitNanos / BEATS);
      ticks = loop.scheduleWithFixedDelay(this::tick, period, period, TimeUnit.NANOSECONDS);
    }
  }

  private void tick() {
    if (++silentTicks > BEATS) {
      stop();
      onSilence.run();
    }
  }

  void stop() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }
}
