package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.AccumulateKernels;

/**
 * What an accumulate does to each element of its target: {@code target += scale * source}, for one
 * element type and one scale. Made once and used for any number of calls and shapes; immutable.
 *
 * <p>Integers wrap on overflow. Floating point rounds the product, then the sum. A complex number
 * is a pair (re, im) of adjacent elements.
 *
 * <p>Source: ARMCI's {@code ARMCI_ACC_INT, _LNG, _FLT, _DBL, _CPL, _DCP}.
 */
public final class Accumulation {
  private static final AccumulateKernels KERNELS = AccumulateKernels.forThisJvm();

  private final String description;
  private final int elementBytes;
  private final Loop loop;

  /** One kernel with its scale. */
  private interface Loop {
    void run(MemorySegment source, long from, MemorySegment target, long to, long count);
  }

  private Accumulation(String description, int elementBytes, Loop loop) {
    this.description = description;
    this.elementBytes = elementBytes;
    this.loop = loop;
  }

  /**
   * Elements of {@code int}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofInt(int scale) {
    return new Accumulation(
        "int, scale " + scale, 4, (s, from, t, to, n) -> KERNELS.ints(scale, s, from, t, to, n));
  }

  /**
   * Elements of {@code long}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofLong(long scale) {
    return new Accumulation(
        "long, scale " + scale, 8, (s, from, t, to, n) -> KERNELS.longs(scale, s, from, t, to, n));
  }

  /**
   * Elements of {@code float}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofFloat(float scale) {
    return new Accumulation(
        "float, scale " + scale,
        4,
        (s, from, t, to, n) -> KERNELS.floats(scale, s, from, t, to, n));
  }

  /**
   * Elements of {@code double}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofDouble(double scale) {
    return new Accumulation(
        "double, scale " + scale,
        8,
        (s, from, t, to, n) -> KERNELS.doubles(scale, s, from, t, to, n));
  }

  /**
   * Elements that are pairs of {@code float}.
   *
   * @param re real part of the source's factor
   * @param im imaginary part of the source's factor
   * @return what to give to accumulate
   */
  public static Accumulation ofComplexFloat(float re, float im) {
    return new Accumulation(
        "complex float, scale (%s, %s)".formatted(re, im),
        8,
        (s, from, t, to, n) -> KERNELS.complexFloats(re, im, s, from, t, to, n));
  }

  /**
   * Elements that are pairs of {@code double}.
   *
   * @param re real part of the source's factor
   * @param im imaginary part of the source's factor
   * @return what to give to accumulate
   */
  public static Accumulation ofComplexDouble(double re, double im) {
    return new Accumulation(
        "complex double, scale (%s, %s)".formatted(re, im),
        16,
        (s, from, t, to, n) -> KERNELS.complexDoubles(re, im, s, from, t, to, n));
  }

  /**
   * The size of one element.
   *
   * @return in bytes
   */
  public int elementBytes() {
    return elementBytes;
  }

  /**
   * Applies the operation to memory that this process addresses, with no atomicity of its own. For
   * transports.
   *
   * @param source where to read
   * @param from first byte in the source
   * @param target where to add
   * @param to first byte in the target
   * @param sizeBytes how many bytes, a multiple of {@link #elementBytes}
   */
  public void apply(
      MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    loop.run(source, from, target, to, sizeBytes / elementBytes);
  }

  @Override
  public String toString() {
    return "Accumulation[" + description + "]";
  }
}
