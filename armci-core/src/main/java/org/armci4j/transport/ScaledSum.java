package org.armci4j.transport;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.kernel.loops.Element;
import org.armci4j.kernel.loops.Loops;
import org.armci4j.kernel.loops.Operator;

/**
 * Holds an element type and a scale, and adds scaled elements to a block: {@code target += scale *
 * source}. Users make it as an {@code Accumulation}, which has a factory for each element type.
 */
public class ScaledSum {
  /** Code of {@code int} elements, see {@link #code}. */
  protected static final int INT = 0;

  /** Code of {@code long} elements. */
  protected static final int LONG = 1;

  /** Code of {@code float} elements. */
  protected static final int FLOAT = 2;

  /** Code of {@code double} elements. */
  protected static final int DOUBLE = 3;

  /** Code of pairs of {@code float}: real and imaginary part. */
  protected static final int COMPLEX_FLOAT = 4;

  /** Code of pairs of {@code double}: real and imaginary part. */
  protected static final int COMPLEX_DOUBLE = 5;

  /** The element types by their codes. */
  private static final List<Element> CODES =
      List.of(
          Element.INT,
          Element.LONG,
          Element.FLOAT,
          Element.DOUBLE,
          Element.COMPLEX_FLOAT,
          Element.COMPLEX_DOUBLE);

  private final int code;
  private final long firstScale;
  private final long secondScale;
  private final ExactClasses<Loops> loops;

  /**
   * Makes a sum of elements of one type.
   *
   * @param code the element type, as {@link #code} gives it
   * @param firstScale the bits of the scale, or of its real part
   * @param secondScale the bits of the scale's imaginary part
   */
  protected ScaledSum(int code, long firstScale, long secondScale) {
    this.code = code;
    this.firstScale = firstScale;
    this.secondScale = secondScale;
    this.loops = Loops.of(CODES.get(code), Operator.SCALED_SUM);
  }

  /**
   * Returns the sum with a given {@link #code} and scales. For transports whose targets execute
   * accumulates.
   *
   * @param code the element type, as {@link #code} gives it
   * @param firstScale {@link #firstScale}
   * @param secondScale {@link #secondScale}
   * @return an equal sum
   * @throws IllegalArgumentException when no scaled sum has the code
   */
  public static ScaledSum ofCode(int code, long firstScale, long secondScale) {
    if (code < 0 || code >= CODES.size()) {
      throw new IllegalArgumentException("no scaled sum has the code " + code);
    }
    return new ScaledSum(code, firstScale, secondScale);
  }

  /**
   * Returns the element type as a number, for transports.
   *
   * @return the first argument of {@link #ofCode}
   */
  public int code() {
    return code;
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
    return CODES.get(code).sizeBytes();
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

  /**
   * Applies the operation to segments of one length, as {@link #apply} does to one.
   *
   * @param source the memory to read
   * @param from the base of the local side
   * @param local the side of the list that describes the source
   * @param target the memory to add to
   * @param to the base of the remote side
   * @param remote the side of the list that describes the target
   * @param first the first segment, a run of one
   * @param end the segment after the last one
   * @param lengthBytes length of each, a multiple of {@link #elementBytes}
   */
  public void applyAll(
      MemorySegment source,
      long from,
      SegmentList.Side local,
      MemorySegment target,
      long to,
      SegmentList.Side remote,
      int first,
      int end,
      long lengthBytes) {
    loops
        .between(source, target)
        .accumulateAll(
            firstScale,
            secondScale,
            source,
            from,
            local.offsets(),
            target,
            to,
            remote.offsets(),
            first,
            end,
            lengthBytes);
  }

  @Override
  public String toString() {
    return "Accumulation[" + description() + "]";
  }

  private String description() {
    return switch (CODES.get(code)) {
      case INT -> "int, scale " + (int) firstScale;
      case LONG -> "long, scale " + firstScale;
      case FLOAT -> "float, scale " + floatOf(firstScale);
      case DOUBLE -> "double, scale " + Double.longBitsToDouble(firstScale);
      case COMPLEX_FLOAT ->
          Text.format("complex float, scale (%s, %s)", floatOf(firstScale), floatOf(secondScale));
      default ->
          Text.format(
              "complex double, scale (%s, %s)",
              Double.longBitsToDouble(firstScale), Double.longBitsToDouble(secondScale));
    };
  }

  private static float floatOf(long scale) {
    return Float.intBitsToFloat((int) scale);
  }
}
