package org.armci4j.benchmarks.network;

import java.util.Arrays;

/**
 * The time of each operation, as perftest takes it: the median says what an operation takes, even
 * where the machine takes the cores away now and then. An average would say how often it does.
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

  /** The value below which so much of the samples lies, from 0 to 1. */
  double quantile(double part) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1, (long) (part * count))];
  }
}
