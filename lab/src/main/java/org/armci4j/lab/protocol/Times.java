package org.armci4j.lab.protocol;

import java.util.Arrays;

/** Median, minimum and maximum of an operation's times, in nanoseconds. */
record Times(double median, double min, double max) {
  private static final int FEWEST = 3;
  private static final int MOST = 200;
  private static final long BUDGET_NANOS = 150_000_000;

  /** Time from which on an operation is measured once. */
  private static final long LONG_NANOS = 1_500_000_000;

  /** Times an operation until its median is reliable; the first run is untimed unless long. */
  static Times of(Runnable operation) {
    double[] nanos = new double[MOST];
    int count = 0;
    long begin = System.nanoTime();
    operation.run();
    long spent = System.nanoTime() - begin;
    if (spent > LONG_NANOS) {
      return of((double) spent);
    }
    begin = System.nanoTime();
    for (long now = begin; count < FEWEST || (count < MOST && now - begin < BUDGET_NANOS); ) {
      operation.run();
      long end = System.nanoTime();
      nanos[count++] = end - now;
      now = end;
    }
    return of(Arrays.copyOf(nanos, count));
  }

  static Times of(double... nanos) {
    double[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Times((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
  }
}
