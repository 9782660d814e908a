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

  /** Returns a value plus the sum of the absolute values of a piece. */
  public static double sumOfAbsolutes(double before, double[] values, int count) {
    double a = 0;
    double b = 0;
    int i = 0;
    for (; i <= count - 2; i += 2) {
      a += Math.abs(values[i]);
      b += Math.abs(values[i + 1]);
    }
    if (i < count) {
      a += Math.abs(values[i]);
    }
    return before + (a + b);
  }

  /** Adds the absolute values of a piece to as many sums. */
  public static void addAbsolutes(double[] values, int count, double[] sums, int first) {
    for (int i = 0; i < count; i++) {
      sums[first + i] += Math.abs(values[i]);
    }
  }

  /** Returns where the value is that comes first by {@link #precedes}. */
  public static int first(double[] values, int count, boolean largest) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      if (precedes(values[i], values[best], largest)) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Returns whether a value is chosen before another one: the larger or the smaller, NaN before all
   * numbers. Equal values and NaNs do not precede each other.
   */
  public static boolean precedes(double value, double other, boolean largest) {
    if (largest) {
      return Double.compare(value, other) > 0;
    }
    if (Double.isNaN(other)) {
      return false;
    }
    return Double.isNaN(value) || Double.compare(value, other) < 0;
  }

  /** Returns the second largest of three values; NaN when one is NaN. */
  public static double median(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** Writes the sums up to each value, and returns a value plus the sum of the piece. */
  public static double scan(
      double before, double[] values, int count, boolean inclusive, double[] result) {
    double sum = before;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      result[i] = inclusive ? sum + value : sum;
      sum += value;
    }
    return sum;
  }

  /** Writes the sums of the values of two pieces, each multiplied by a factor. */
  public static void add(
      double alpha, double[] first, double beta, double[] second, int count, double[] result) {
    for (int i = 0; i < count; i++) {
      result[i] = alpha * first[i] + beta * second[i];
    }
  }
}
