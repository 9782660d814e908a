package org.armci4j.arrays.kernel;

/** Loops over pieces of complex numbers, whose real and imaginary parts follow each other. */
public final class ComplexLoops {
  private ComplexLoops() {}

  /** Multiplies the first numbers of a piece by a factor. */
  public static void scale(double real, double imaginary, double[] values, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      double x = values[i];
      double y = values[i + 1];
      values[i] = real * x - imaginary * y;
      values[i + 1] = real * y + imaginary * x;
    }
  }

  /** Adds the scalar product of the first numbers of two pieces, not conjugated, to a sum. */
  public static void dot(double[] first, double[] second, int count, double[] sum) {
    double real = 0;
    double imaginary = 0;
    for (int i = 0; i < 2 * count; i += 2) {
      real += first[i] * second[i] - first[i + 1] * second[i + 1];
      imaginary += first[i] * second[i + 1] + first[i + 1] * second[i];
    }
    sum[0] += real;
    sum[1] += imaginary;
  }

  /** Adds the first numbers of a piece to a sum. */
  public static void sum(double[] values, int count, double[] sum) {
    double real = 0;
    double imaginary = 0;
    for (int i = 0; i < 2 * count; i += 2) {
      real += values[i];
      imaginary += values[i + 1];
    }
    sum[0] += real;
    sum[1] += imaginary;
  }

  /** Replaces the first numbers of a piece by their absolute values, one behind the other. */
  public static void absolutes(double[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = Math.hypot(values[2 * i], values[2 * i + 1]);
    }
  }
}
