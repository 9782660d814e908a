package org.armci4j.arrays.kernel;

import java.util.Arrays;

/**
 * The real and the imaginary parts of complex numbers, each in an array of its own, which grows
 * with the numbers.
 */
public final class ComplexParts {
  private double[] real = {};
  private double[] imaginary = {};

  /** Creates an object without numbers. */
  public ComplexParts() {}

  /** Returns a Java array for pairs of the real and the imaginary part. */
  public static Object newPairs(ElementKind number, int count) {
    int numbers = Math.multiplyExact(2, count);
    return number == ElementKind.DOUBLE ? new double[numbers] : new float[numbers];
  }

  /** Returns the real parts. */
  public double[] real() {
    return real;
  }

  /** Returns the imaginary parts. */
  public double[] imaginary() {
    return imaginary;
  }

  private void makeRoom(int count) {
    if (count > real.length) {
      real = new double[count];
      imaginary = new double[count];
    }
  }

  /** Sets the first numbers to 0. */
  public void clear(int count) {
    makeRoom(count);
    Arrays.fill(real, 0, count, 0);
    Arrays.fill(imaginary, 0, count, 0);
  }

  /**
   * Sets the first numbers to those of pairs.
   *
   * @param pairs {@code double[]} or {@code float[]}
   * @param conjugated whether they become their conjugates
   */
  public void split(Object pairs, int count, boolean conjugated) {
    makeRoom(count);
    int sign = conjugated ? -1 : 1;
    if (pairs instanceof double[] doubles) {
      for (int i = 0; i < count; i++) {
        real[i] = doubles[2 * i];
        imaginary[i] = sign * doubles[2 * i + 1];
      }
    } else {
      float[] floats = (float[]) pairs;
      for (int i = 0; i < count; i++) {
        real[i] = floats[2 * i];
        imaginary[i] = sign * floats[2 * i + 1];
      }
    }
  }

  /** Multiplies the first numbers by a factor. */
  public void scale(double factorReal, double factorImaginary, int count) {
    for (int i = 0; i < count; i++) {
      double x = real[i];
      double y = imaginary[i];
      real[i] = factorReal * x - factorImaginary * y;
      imaginary[i] = factorReal * y + factorImaginary * x;
    }
  }

  /**
   * Sets pairs to the first numbers.
   *
   * @param pairs {@code double[]} or {@code float[]}, which is filled
   */
  public void join(Object pairs) {
    if (pairs instanceof double[] doubles) {
      for (int i = 0; i < doubles.length / 2; i++) {
        doubles[2 * i] = real[i];
        doubles[2 * i + 1] = imaginary[i];
      }
    } else {
      float[] floats = (float[]) pairs;
      for (int i = 0; i < floats.length / 2; i++) {
        floats[2 * i] = (float) real[i];
        floats[2 * i + 1] = (float) imaginary[i];
      }
    }
  }
}
