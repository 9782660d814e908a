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
}
