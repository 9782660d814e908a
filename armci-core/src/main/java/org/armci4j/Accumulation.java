package org.armci4j;

import org.armci4j.transport.ScaledSum;

/**
 * Describes what an accumulate does to each element of its target: {@code target += scale *
 * source}, for one element type and one scale. Immutable; one object serves any number of calls and
 * shapes.
 *
 * <p>Integers wrap on overflow. Floating point rounds the product, then the sum. A complex number
 * is a pair (re, im) of adjacent elements.
 *
 * <p>Source: ARMCI's {@code ARMCI_ACC_INT, _LNG, _FLT, _DBL, _CPL, _DCP}.
 */
public final class Accumulation extends ScaledSum {
  private Accumulation(int code, long firstScale, long secondScale) {
    super(code, firstScale, secondScale);
  }

  /**
   * Returns an accumulation of {@code int} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofInt(int scale) {
    return new Accumulation(INT, scale, 0);
  }

  /**
   * Returns an accumulation of {@code long} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofLong(long scale) {
    return new Accumulation(LONG, scale, 0);
  }

  /**
   * Returns an accumulation of {@code float} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofFloat(float scale) {
    return new Accumulation(FLOAT, Float.floatToRawIntBits(scale), 0);
  }

  /**
   * Returns an accumulation of {@code double} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofDouble(double scale) {
    return new Accumulation(DOUBLE, Double.doubleToRawLongBits(scale), 0);
  }

  /**
   * Returns an accumulation of complex elements, pairs of {@code float}.
   *
   * @param re real part of the source's factor
   * @param im imaginary part of the source's factor
   * @return the argument of an accumulate call
   */
  public static Accumulation ofComplexFloat(float re, float im) {
    return new Accumulation(
        COMPLEX_FLOAT, Float.floatToRawIntBits(re), Float.floatToRawIntBits(im));
  }

  /**
   * Returns an accumulation of complex elements, pairs of {@code double}.
   *
   * @param re real part of the source's factor
   * @param im imaginary part of the source's factor
   * @return the argument of an accumulate call
   */
  public static Accumulation ofComplexDouble(double re, double im) {
    return new Accumulation(
        COMPLEX_DOUBLE, Double.doubleToRawLongBits(re), Double.doubleToRawLongBits(im));
  }
}
