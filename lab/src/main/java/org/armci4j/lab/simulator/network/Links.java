package org.armci4j.lab.simulator.network;

/** Links that carry one message after the other, first come, first served. */
final class Links {
  private final double[] freeAtNanos;
  private final long[] carriedBytes;
  private final double hopNanos;

  Links(int count, double hopNanos) {
    this.freeAtNanos = new double[count];
    this.carriedBytes = new long[count];
    this.hopNanos = hopNanos;
  }

  /**
   * Sends a message over a link, after the messages before it.
   *
   * @return time at which its first byte comes out at the other end
   */
  double take(int link, double atNanos, long sizeBytes, double nanosPerByte) {
    double begins = Math.max(atNanos, freeAtNanos[link]);
    freeAtNanos[link] = begins + sizeBytes * nanosPerByte;
    carriedBytes[link] += sizeBytes;
    return begins + hopNanos;
  }

  /** Returns the delay of a route; its first hop is excluded, as the latency contains it. */
  double delay(double atNanos, double endNanos) {
    return endNanos - atNanos - hopNanos;
  }

  int busiest() {
    int busiest = 0;
    for (int link = 1; link < carriedBytes.length; link++) {
      if (carriedBytes[link] > carriedBytes[busiest]) {
        busiest = link;
      }
    }
    return busiest;
  }

  long carriedBytes(int link) {
    return carriedBytes[link];
  }
}
