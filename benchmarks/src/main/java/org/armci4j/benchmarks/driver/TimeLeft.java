package org.armci4j.benchmarks.driver;

import org.armci4j.bootstrap.text.Text;

/** Predicts how long the rest of some similar steps takes, from the time of the finished ones. */
final class TimeLeft {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SECONDS_PER_MINUTE = 60;

  private final long startNanos;
  private final int steps;
  private int done;

  /** Starts with {@code steps} steps to go at {@code startNanos}, a {@link System#nanoTime}. */
  TimeLeft(int steps, long startNanos) {
    this.steps = steps;
    this.startNanos = startNanos;
  }

  /** Counts one finished step. */
  void step() {
    done++;
  }

  /** Returns the end of a progress line; empty before the first step has finished. */
  String tell(long nowNanos) {
    if (done == 0) {
      return "";
    }
    double seconds = (nowNanos - startNanos) / NANOS_PER_SECOND / done * (steps - done);
    return seconds < SECONDS_PER_MINUTE
        ? Text.format(", about %.0f s left", seconds)
        : Text.format(", about %.0f min left", seconds / SECONDS_PER_MINUTE);
  }
}
