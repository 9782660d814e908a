package org.armci4j.transport.verbs.path;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.armci4j.transport.network.path.Stripes;

/**
 * How long each path takes for a stripe. A path carries its stripes one after the other, so that
 * the time of one begins when it was started or, if that was later, when the one before it had
 * arrived. Counted from its start alone, what waits behind others would make a path seem slower the
 * more it has been given, and the weights would swing to and fro.
 *
 * <p>For the thread that takes steps.
 */
final class StripeClock {
  private final LongSupplier clock;

  /** Of each path, when its latest stripe was seen to have arrived. */
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

  /** The time, for any thread. */
  long nanos() {
    return clock.getAsLong();
  }

  /** What is seen from here on is seen at this moment. */
  void look() {
    nowNanos = clock.getAsLong();
  }

  /**
   * A stripe has arrived.
   *
   * @param path by which
   * @param beganNanos when it was started
   * @return how long the path took for it; {@link Stripes#UNTIMED} if it is seen together with the
   *     one before it, as then nobody knows
   */
  long arrived(int path, long beganNanos) {
    long sinceStart = nowNanos - beganNanos;
    long sinceArrival = nowNanos - arrivedNanos[path];
    arrivedNanos[path] = nowNanos;
    return Math.max(Stripes.UNTIMED, Math.min(sinceStart, sinceArrival));
  }
}
