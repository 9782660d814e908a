package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.kernel.loops.Element;
import org.armci4j.kernel.loops.Loops;
import org.armci4j.kernel.loops.Operator;

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
public final class Accumulation {
  /** The element types; ranks send each other the index in this list. */
  private static final List<Element> CODES =
      List.of(
          Element.INT,
          Element.LONG,
          Element.FLOAT,
          Element.DOUBLE,
          Element.COMPLEX_FLOAT,
          Element.COMPLEX_DOUBLE);

  private final Element element;
  private final long firstScale;
  private final long secondScale;
  private final String description;
  private final ExactClasses<Loops> loops;

  private Accumulation(Element element, long firstScale, long secondScale, String description) {
    this.element = element;
    this.firstScale = firstScale;
    this.secondScale = secondScale;
    this.description = description;
    this.loops = Loops.of(element, Operator.SCALED_SUM);
  }

  /**
   * Returns an accumulation of {@code int} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofInt(int scale) {
    return new Accumulation(Element.INT, scale, 0, "int, scale " + scale);
  }

  /**
   * Returns an accumulation of {@code long} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofLong(long scale) {
    return new Accumulation(Element.LONG, scale, 0, "long, scale " + scale);
  }

  /**
   * Returns an accumulation of {@code float} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofFloat(float scale) {
    return new Accumulation(
        Element.FLOAT, Float.floatToRawIntBits(scale), 0, "float, scale " + scale);
  }

  /**
   * Returns an accumulation of {@code double} elements.
   *
   * @param scale factor of the source
   * @return the argument of an accumulate call
   */
  public static Accumulation ofDouble(double scale) {
    return new Accumulation(
        Element.DOUBLE, Double.doubleToRawLongBits(scale), 0, "double, scale " + scale);
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
        Element.COMPLEX_FLOAT,
        Float.floatToRawIntBits(re),
        Float.floatToRawIntBits(im),
        Text.format("complex float, scale (%s, %s)", re, im));
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
        Element.COMPLEX_DOUBLE,
        Double.doubleToRawLongBits(re),
        Double.doubleToRawLongBits(im),
        Text.format("complex double, scale (%s, %s)", re, im));
  }

  /**
   * Returns the accumulation with a given {@link #code} and scales. For transports whose targets
   * execute accumulates.
   *
   * @param code the element type, as {@link #code} gives it
   * @param firstScale {@link #firstScale}
   * @param secondScale {@link #secondScale}
   * @return an equal accumulation
   * @throws IllegalArgumentException when no accumulation has the code
   */
  public static Accumulation ofCode(int code, long firstScale, long secondScale) {
    if (code < 0 || code >= CODES.size()) {
      throw new IllegalArgumentException("no accumulation has the code " + code);
    }
    return switch (CODES.get(code)) {
      case INT -> ofInt((int) firstScale);
      case LONG -> ofLong(firstScale);
      case FLOAT -> ofFloat(Float.intBitsToFloat((int) firstScale));
      case DOUBLE -> ofDouble(Double.longBitsToDouble(firstScale));
      case COMPLEX_FLOAT ->
          ofComplexFloat(
              Float.intBitsToFloat((int) firstScale), Float.intBitsToFloat((int) secondScale));
      default ->
          ofComplexDouble(
              Double.longBitsToDouble(firstScale), Double.longBitsToDouble(secondScale));
    };
  }

  /**
   * Returns the element type as a number, for transports.
   *
   * @return the first argument of {@link #ofCode}
   */
  public int code() {
    return CODES.indexOf(element);
  }

  /**
   * Returns the bits of the scale, or of its real part, for transports.
   *
   * @return the second argument of {@link #ofCode}
   */
  public long firstScale() {
    return firstScale;
  }

  /**
   * Returns the bits of the scale's imaginary part, for transports.
   *
   * @return the third argument of {@link #ofCode}
   */
  public long secondScale() {
    return secondScale;
  }

  /**
   * Returns the size of one element.
   *
   * @return the size in bytes
   */
  public int elementBytes() {
    return element.sizeBytes();
  }

  /**
   * Applies the operation to memory that this process addresses, without making it atomic. For
   * transports.
   *
   * @param source the memory to read
   * @param from first byte in the source
   * @param target the memory to add to
   * @param to first byte in the target
   * @param sizeBytes number of bytes, a multiple of {@link #elementBytes}
   */
  public void apply(
      MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    applyRows(source, from, 0, target, to, 0, sizeBytes, 1);
  }

  /**
   * Applies the operation to equally spaced rows, as {@link #apply} does to one.
   *
   * @param source the memory to read
   * @param from first byte of the first row in the source
   * @param fromStride bytes from one row's first byte to the next row's in the source
   * @param target the memory to add to
   * @param to first byte of the first row in the target
   * @param toStride bytes from one row's first byte to the next row's in the target
   * @param rowBytes number of bytes in a row, a multiple of {@link #elementBytes}
   * @param rows number of rows
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
    loops
        .between(source, target)
        .accumulate(
            firstScale,
            secondScale,
            source,
            from,
            fromStride,
            target,
            to,
            toStride,
            rowBytes,
            rows);
  }

  @Override
  public String toString() {
    return "Accumulation[" + description + "]";
  }
}
