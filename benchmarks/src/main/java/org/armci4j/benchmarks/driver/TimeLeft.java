package org.armci4j.benchmarks.driver;

import org.armci4j.bootstrap.text.Text;

/** How long a number of like steps will still take, judged by those that are done. */
final class TimeLeft {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SECONDS_PER_MINUTE = 60;

  private final long startNanos;
  private final int steps;
  private int done;

  /** Of {@code steps} steps, from a time on, by {@link System#nanoTime}. */
  TimeLeft(int steps, long startNanos) {
    this.steps = steps;
    this.startNanos = startNanos;
  }

  /** One step more is done. */
  void step() {
    done++;
  }

  /** The rest of a line of progress; empty before the first step is done. */
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
