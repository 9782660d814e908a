package org.armci4j.arrays.kernel;

/**
 * Loops over pieces of blocks; four sums at a time, as the JIT keeps the order of additions and
 * would wait for each of them.
 */
public final class FloatingLoops {
  private FloatingLoops() {}

  /** Combines a value and the first values of a piece. */
  @FunctionalInterface
  public interface FloatingFold {
    double fold(double before, double[] values, int count);
  }

  /** Returns the scalar product of the first values of two pieces. */
  public static double dot(double[] first, double[] second, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      a += first[i] * second[i];
      b += first[i + 1] * second[i + 1];
      c += first[i + 2] * second[i + 2];
      d += first[i + 3] * second[i + 3];
    }
    for (; i < count; i++) {
      a += first[i] * second[i];
    }
    return (a + b) + (c + d);
  }

  /** Returns a value plus the sum of a piece. */
  public static double sum(double before, double[] values, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      a += values[i];
      b += values[i + 1];
      c += values[i + 2];
      d += values[i + 3];
    }
    for (; i < count; i++) {
      a += values[i];
    }
    return before + (a + b) + (c + d);
  }

  /** Returns the smallest of a value and a piece. */
  public static double min(double before, double[] values, int count) {
    double result = before;
    for (int i = 0; i < count; i++) {
      result = Math.min(result, values[i]);
    }
    return result;
  }

  /** Returns the largest of a value and a piece. */
  public static double max(double before, double[] values, int count) {
    double result = before;
    for (int i = 0; i < count; i++) {
      result = Math.max(result, values[i]);
    }
    return result;
  }
}
