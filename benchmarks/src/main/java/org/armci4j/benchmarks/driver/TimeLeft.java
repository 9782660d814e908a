package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.List;
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
   * @param limit time for all steps; null for no limit
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

  /**
   * Returns how long the next step may take: what is left, but the usual limit for the first step.
   *
   * @param usual limit of a step
   * @param nowNanos the time
   */
  Duration limit(Duration usual, long nowNanos) {
    long leftNanos = limitNanos - (nowNanos - startNanos);
    return done == 0 || usual.toNanos() <= leftNanos ? usual : Duration.ofNanos(leftNanos);
  }

  /**
   * Returns the remark about the programs of a round that the time did not allow.
   *
   * @param round number of the round
   * @param rounds number of rounds
   * @param programs the round's programs that were left out
   */
  public static String remark(int round, int rounds, List<String> programs) {
    return Text.format(
        "time was up in round %d of %d, before %s", round, rounds, String.join(", ", programs));
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
