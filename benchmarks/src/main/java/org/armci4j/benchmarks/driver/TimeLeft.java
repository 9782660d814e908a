package org.armci4j.benchmarks.driver;

import java.time.Duration;
import org.armci4j.bootstrap.text.Text;

/**
 * Predicts how long the rest of some similar steps takes, from the time of the finished ones, and
 * whether one more ends in time.
 */
public final class TimeLeft {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SECONDS_PER_MINUTE = 60;

  private final long startNanos;
  private final int steps;
  private final long limitNanos;
  private int done;
  private long lastNanos;
  private long longestNanos;

  /**
   * Starts with {@code steps} steps to go.
   *
   * @param steps number of steps
   * @param startNanos the time, by {@link System#nanoTime}
   * @param limit time for all steps; null for any
   */
  public TimeLeft(int steps, long startNanos, Duration limit) {
    this.steps = steps;
    this.startNanos = startNanos;
    this.lastNanos = startNanos;
    this.limitNanos = limit == null ? Long.MAX_VALUE : limit.toNanos();
  }

  /**
   * Counts one finished step.
   *
   * @param nowNanos the time
   */
  public void step(long nowNanos) {
    done++;
    longestNanos = Math.max(longestNanos, nowNanos - lastNanos);
    lastNanos = nowNanos;
  }

  /**
   * Returns whether one more step may begin: the first may, and another one that would end in time
   * if it took as long as the longest so far.
   *
   * @param nowNanos the time
   */
  public boolean hasRoom(long nowNanos) {
    return done == 0 || longestNanos <= limitNanos - (nowNanos - startNanos);
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
