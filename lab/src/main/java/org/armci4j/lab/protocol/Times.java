package org.armci4j.lab.protocol;

import java.util.Arrays;

/** How long an operation took, several times; in nanoseconds. */
record Times(double median, double min, double max) {
  private static final int FEWEST = 3;
  private static final int MOST = 200;
  private static final long BUDGET_NANOS = 150_000_000;

  /** What takes so long is done once. */
  private static final long LONG_NANOS = 1_500_000_000;

  /** Runs an operation for long enough to see its median, as a rule the first time untimed. */
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
