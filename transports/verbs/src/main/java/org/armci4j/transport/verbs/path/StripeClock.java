package org.armci4j.transport.verbs.path;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.armci4j.transport.network.path.Stripes;

/**
 * Measures how long each path takes for a stripe. A path carries its stripes one after the other.
 * So the time of a stripe begins when the stripe was started or, if that is later, when the one
 * before it arrived. If every time began at the start, a path would seem slower the more stripes it
 * has been given, and the weights would oscillate.
 *
 * <p>For the thread that takes steps.
 */
final class StripeClock {
  private final LongSupplier clock;

  /** For each path, when its latest stripe was seen to have arrived. */
  private final long[] arrivedNanos;

  private long nowNanos;

  /**
   * @param paths how many there are
   * @param clock tells the time, in nanoseconds
   */
  StripeClock(int paths, LongSupplier clock) {
    this.clock = clock;
    this.arrivedNanos = new long[paths];
    Arrays.fill(arrivedNanos, clock.getAsLong());
  }

  /** Returns the time, for any thread. */
  long nanos() {
    return clock.getAsLong();
  }

  /** Reads the clock: arrivals that are seen from here on count as of this moment. */
  void look() {
    nowNanos = clock.getAsLong();
  }

  /**
   * Learns that a stripe has arrived.
   *
   * @param path the path that carried it
   * @param beganNanos when it was started
   * @return how long the path took for it; {@link Stripes#UNTIMED} if it is seen together with the
   *     stripe before it, as the time is unknown then
   */
  long arrived(int path, long beganNanos) {
    long sinceStart = nowNanos - beganNanos;
    long sinceArrival = nowNanos - arrivedNanos[path];
    arrivedNanos[path] = nowNanos;
    return Math.max(Stripes.UNTIMED, Math.min(sinceStart, sinceArrival));
  }
}
