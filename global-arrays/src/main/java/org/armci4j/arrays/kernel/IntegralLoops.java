package org.armci4j.arrays.kernel;

/** Loops over pieces of blocks; overflows wrap, as in Java. */
public final class IntegralLoops {
  private IntegralLoops() {}

  /** Combines a value and the first values of a piece. */
  @FunctionalInterface
  public interface IntegralFold {
    long fold(long before, long[] values, int count);
  }

  /** Returns the scalar product of the first values of two pieces. */
  public static long dot(long[] first, long[] second, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += first[i] * second[i];
    }
    return sum;
  }

  /** Returns a value plus the sum of a piece. */
  public static long sum(long before, long[] values, int count) {
    long sum = before;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }

  /** Returns the smallest of a value and a piece. */
  public static long min(long before, long[] values, int count) {
    long result = before;
    for (int i = 0; i < count; i++) {
      result = Math.min(result, values[i]);
    }
    return result;
  }

  /** Returns the largest of a value and a piece. */
  public static long max(long before, long[] values, int count) {
    long result = before;
    for (int i = 0; i < count; i++) {
      result = Math.max(result, values[i]);
    }
    return result;
  }

  /** Returns where the value is that comes first by {@link #precedes}. */
  public static int first(long[] values, int count, boolean largest) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      if (precedes(values[i], values[best], largest)) {
        best = i;
      }
    }
    return best;
  }

  /** Returns whether a value is chosen before another one: the larger or the smaller. */
  public static boolean precedes(long value, long other, boolean largest) {
    return largest ? value > other : value < other;
  }

  /** Returns the second largest of three values. */
  public static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** Writes the sums up to each value, and returns a value plus the sum of the piece. */
  public static long scan(long before, long[] values, int count, boolean inclusive, long[] result) {
    long sum = before;
    for (int i = 0; i < count; i++) {
      long value = values[i];
      result[i] = inclusive ? sum + value : sum;
      sum += value;
    }
    return sum;
  }

  /** Writes the sums of the values of two pieces, each multiplied by a factor. */
  public static void add(
      long alpha, long[] first, long beta, long[] second, int count, long[] result) {
    for (int i = 0; i < count; i++) {
      result[i] = alpha * first[i] + beta * second[i];
    }
  }
}
