package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.kernel.loops.Element;
import org.armci4j.kernel.loops.Loops;
import org.armci4j.kernel.loops.Operator;

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
  /** What ranks tell each other: the place in this list. */
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
   * Elements of {@code int}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofInt(int scale) {
    return new Accumulation(Element.INT, scale, 0, "int, scale " + scale);
  }

  /**
   * Elements of {@code long}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofLong(long scale) {
    return new Accumulation(Element.LONG, scale, 0, "long, scale " + scale);
  }

  /**
   * Elements of {@code float}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofFloat(float scale) {
    return new Accumulation(
        Element.FLOAT, Float.floatToRawIntBits(scale), 0, "float, scale " + scale);
  }

  /**
   * Elements of {@code double}.
   *
   * @param scale factor of the source
   * @return what to give to accumulate
   */
  public static Accumulation ofDouble(double scale) {
    return new Accumulation(
        Element.DOUBLE, Double.doubleToRawLongBits(scale), 0, "double, scale " + scale);
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
        Element.COMPLEX_FLOAT,
        Float.floatToRawIntBits(re),
        Float.floatToRawIntBits(im),
        Text.format("complex float, scale (%s, %s)", re, im));
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
        Element.COMPLEX_DOUBLE,
        Double.doubleToRawLongBits(re),
        Double.doubleToRawLongBits(im),
        Text.format("complex double, scale (%s, %s)", re, im));
  }

  /**
   * The accumulation that {@link #code} and its scales stand for. For transports, whose targets
   * carry it out.
   *
   * @param code the element type
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
   * The element type as a number, for transports.
   *
   * @return what {@link #ofCode} takes
   */
  public int code() {
    return CODES.indexOf(element);
  }

  /**
   * The bits of the scale, or of its real part, for transports.
   *
   * @return what {@link #ofCode} takes
   */
  public long firstScale() {
    return firstScale;
  }

  /**
   * The bits of the scale's imaginary part, for transports.
   *
   * @return what {@link #ofCode} takes
   */
  public long secondScale() {
    return secondScale;
  }

  /**
   * The size of one element.
   *
   * @return in bytes
   */
  public int elementBytes() {
    return element.sizeBytes();
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
