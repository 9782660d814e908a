package org.armci4j.kernel.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/** Smallest and largest of pairs of value and index. A template, like {@link PlainLoops}. */
final class IndexedLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final Operator OPERATOR = constant(3, Operator.class);
  private static final boolean SMALLEST = OPERATOR == Operator.MIN_LOC;
  private static final long SIZE = ELEMENT.sizeBytes();
  private static final long HALF = SIZE / 2;

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  @Override
  public void combine(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long sizeBytes) {
    if (left.getClass() != TO || right.getClass() != FROM || result.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, right, result);
    }
    for (long i = 0; i < sizeBytes; i += SIZE) {
      int order = compare(left, l + i, right, r + i);
      long leftIndex = bits(left, l + i + HALF);
      long rightIndex = bits(right, r + i + HALF);
      boolean takesLeft =
          (SMALLEST ? order < 0 : order > 0) || (order == 0 && leftIndex <= rightIndex);
      long value = takesLeft ? value(left, l + i) : value(right, r + i);
      set(result, to + i, value);
      set(result, to + i + HALF, takesLeft ? leftIndex : rightIndex);
    }
  }

  private static int compare(MemorySegment left, long l, MemorySegment right, long r) {
    if (ELEMENT == Element.INDEXED_INT) {
      return Integer.compare(left.get(JAVA_INT_UNALIGNED, l), right.get(JAVA_INT_UNALIGNED, r));
    }
    if (ELEMENT == Element.INDEXED_LONG) {
      return Long.compare(left.get(JAVA_LONG_UNALIGNED, l), right.get(JAVA_LONG_UNALIGNED, r));
    }
    return ELEMENT == Element.INDEXED_FLOAT
        ? compare(left.get(JAVA_FLOAT_UNALIGNED, l), right.get(JAVA_FLOAT_UNALIGNED, r))
        : compare(left.get(JAVA_DOUBLE_UNALIGNED, l), right.get(JAVA_DOUBLE_UNALIGNED, r));
  }

  /**
   * Orders like {@link Math#min} and max, which return NaN if either operand is one. {@link
   * Double#compare} always takes a NaN as the largest.
   */
  private static int compare(double left, double right) {
    boolean isNumber = !Double.isNaN(left) && !Double.isNaN(right);
    return !SMALLEST || isNumber
        ? Double.compare(left, right)
        : Boolean.compare(Double.isNaN(right), Double.isNaN(left));
  }

  /** Returns the bits of a value; all NaNs have the same. */
  private static long value(MemorySegment segment, long offset) {
    return switch (ELEMENT) {
      case INDEXED_FLOAT -> Float.floatToIntBits(segment.get(JAVA_FLOAT_UNALIGNED, offset));
      case INDEXED_DOUBLE -> Double.doubleToLongBits(segment.get(JAVA_DOUBLE_UNALIGNED, offset));
      default -> bits(segment, offset);
    };
  }

  /** Returns an index, or an integer value: both halves of a pair are of one size. */
  private static long bits(MemorySegment segment, long offset) {
    return HALF == Integer.BYTES
        ? segment.get(JAVA_INT_UNALIGNED, offset)
        : segment.get(JAVA_LONG_UNALIGNED, offset);
  }

  private static void set(MemorySegment segment, long offset, long bits) {
    if (HALF == Integer.BYTES) {
      segment.set(JAVA_INT_UNALIGNED, offset, (int) bits);
    } else {
      segment.set(JAVA_LONG_UNALIGNED, offset, bits);
    }
  }
}
