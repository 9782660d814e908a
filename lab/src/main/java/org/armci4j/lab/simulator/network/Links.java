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
   * Takes one link: the message waits until those before it are through.
   *
   * @return when its first byte comes out at the other end
   */
  double take(int link, double atNanos, long sizeBytes, double nanosPerByte) {
    double begins = Math.max(atNanos, freeAtNanos[link]);
    freeAtNanos[link] = begins + sizeBytes * nanosPerByte;
    carriedBytes[link] += sizeBytes;
    return begins + hopNanos;
  }

  /** The time of all hops but the first, which is in the latency, has to be added. */
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
