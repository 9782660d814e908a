package org.armci4j.benchmarks.network;

import java.util.Arrays;

/**
 * Collects the time of each operation, like perftest. The median is an operation's time even if the
 * machine takes cores away now and then. A mean would depend on how often it does.
 */
final class Samples {
  private final long[] nanos;
  private int count;

  Samples(int capacity) {
    this.nanos = new long[capacity];
  }

  void clear() {
    count = 0;
  }

  void add(long sample) {
    nanos[count++] = sample;
  }

  /** Returns the value below which a part of the samples lies, from 0 to 1. */
  double quantile(double part) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1, (long) (part * count))];
  }
}
