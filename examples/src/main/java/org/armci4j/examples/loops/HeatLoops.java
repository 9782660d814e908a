package org.armci4j.examples.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * Computes one step of heat in a plate of {@link #N} by {@link #N} points, and the sum of the
 * squares of the changes. All forms compute the same and differ in speed; the page docs/loops.md
 * tells why.
 */
final class HeatLoops {
  static final int N = 256;

  private HeatLoops() {}

  /**
   * Computes the step on arrays in one loop. The sum is added in order, so the loop stays scalar.
   */
  static double arrays(double[] now, double[] next) {
    double change = 0;
    for (int row = N; row < N * (N - 1); row += N) {
      for (int i = row + 1; i < row + N - 1; i++) {
        next[i] = (now[i - N] + now[i + N] + now[i - 1] + now[i + 1]) * 0.25;
        double difference = next[i] - now[i];
        change += difference * difference;
      }
    }
    return change;
  }

  /** Computes the step on segments in one loop. */
  static double segments(MemorySegment now, MemorySegment next) {
    double change = 0;
    for (long row = N; row < N * (N - 1); row += N) {
      for (long i = row + 1; i < row + N - 1; i++) {
        double value =
            (now.getAtIndex(JAVA_DOUBLE, i - N)
                    + now.getAtIndex(JAVA_DOUBLE, i + N)
                    + now.getAtIndex(JAVA_DOUBLE, i - 1)
                    + now.getAtIndex(JAVA_DOUBLE, i + 1))
                * 0.25;
        next.setAtIndex(JAVA_DOUBLE, i, value);
        double difference = value - now.getAtIndex(JAVA_DOUBLE, i);
        change += difference * difference;
      }
    }
    return change;
  }

  /** Computes the step on arrays: one loop for the points and one for the sum. */
  static double splitArrays(double[] now, double[] next) {
    double change = 0;
    for (int row = N; row < N * (N - 1); row += N) {
      updateRow(now, next, row);
      change += changeOfRow(now, next, row);
    }
    return change;
  }

  private static void updateRow(double[] now, double[] next, int row) {
    for (int i = row + 1; i < row + N - 1; i++) {
      next[i] = (now[i - N] + now[i + N] + now[i - 1] + now[i + 1]) * 0.25;
    }
  }

  /**
   * Returns the sum of a row's squared changes. Four partial sums let no addition wait for the one
   * before it.
   */
  private static double changeOfRow(double[] now, double[] next, int row) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = row + 1;
    for (; i < row + N - 4; i += 4) {
      double p = next[i] - now[i];
      double q = next[i + 1] - now[i + 1];
      double r = next[i + 2] - now[i + 2];
      double s = next[i + 3] - now[i + 3];
      a += p * p;
      b += q * q;
      c += r * r;
      d += s * s;
    }
    for (; i < row + N - 1; i++) {
      double p = next[i] - now[i];
      a += p * p;
    }
    return a + b + c + d;
  }
}
