package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.AccumulateKernels;
import org.armci4j.kernel.ComplexKernels;

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
  private final String description;
  private final int elementBytes;
  private final Loop loop;

  /** One kernel with its scale. */
  private interface Loop {
    void run(
        MemorySegment source,
        long from,
        long fromStride,
        MemorySegment target,
        long to,
        long toStride,
        long rowBytes,
        long rows);
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
        "int, scale " + scale,
        4,
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            AccumulateKernels.between(s, t)
                .ints(scale, s, from, fromStride, t, to, toStride, rowBytes, rows));
  }

  /**
   * Elements of {@code long}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofLong(long scale) {
    return new Accumulation(
        "long, scale " + scale,
        8,
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            AccumulateKernels.between(s, t)
                .longs(scale, s, from, fromStride, t, to, toStride, rowBytes, rows));
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
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            AccumulateKernels.between(s, t)
                .floats(scale, s, from, fromStride, t, to, toStride, rowBytes, rows));
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
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            AccumulateKernels.between(s, t)
                .doubles(scale, s, from, fromStride, t, to, toStride, rowBytes, rows));
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
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            ComplexKernels.between(s, t)
                .complexFloats(re, im, s, from, fromStride, t, to, toStride, rowBytes, rows));
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
        (s, from, fromStride, t, to, toStride, rowBytes, rows) ->
            ComplexKernels.between(s, t)
                .complexDoubles(re, im, s, from, fromStride, t, to, toStride, rowBytes, rows));
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
    applyRows(source, from, 0, target, to, 0, sizeBytes, 1);
  }

  /**
   * Applies the operation to equally spaced rows, as {@link #apply} does to one.
   *
   * @param source where to read
   * @param from first byte of the first row in the source
   * @param fromStride from one row's first byte to the next one's in the source
   * @param target where to add
   * @param to first byte of the first row in the target
   * @param toStride from one row's first byte to the next one's in the target
   * @param rowBytes how many bytes a row has, a multiple of {@link #elementBytes}
   * @param rows how many
   */
  public void applyRows(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    loop.run(source, from, fromStride, target, to, toStride, rowBytes, rows);
  }

  @Override
  public String toString() {
    return "Accumulation[" + description + "]";
  }
}
