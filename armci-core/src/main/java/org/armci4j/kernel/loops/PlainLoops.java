package org.armci4j.kernel.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/**
 * Plain loops over numbers: the fallback. The vectorised loops call them for short rows and for the
 * last few elements of longer rows. A template, see {@link ExactClasses}: constants decide which
 * branches a class has.
 */
final class PlainLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final Operator OPERATOR = constant(3, Operator.class);

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
    // floatToIntBits and doubleToLongBits give all NaNs the same bits.
    if (ELEMENT == Element.INT) {
      for (long i = 0; i < sizeBytes; i += Integer.BYTES) {
        int a = left.get(JAVA_INT_UNALIGNED, l + i);
        int b = right.get(JAVA_INT_UNALIGNED, r + i);
        result.set(JAVA_INT_UNALIGNED, to + i, OPERATOR.apply(a, b));
      }
    } else if (ELEMENT == Element.LONG) {
      for (long i = 0; i < sizeBytes; i += Long.BYTES) {
        long a = left.get(JAVA_LONG_UNALIGNED, l + i);
        long b = right.get(JAVA_LONG_UNALIGNED, r + i);
        result.set(JAVA_LONG_UNALIGNED, to + i, OPERATOR.apply(a, b));
      }
    } else if (ELEMENT == Element.FLOAT) {
      for (long i = 0; i < sizeBytes; i += Float.BYTES) {
        float a = left.get(JAVA_FLOAT_UNALIGNED, l + i);
        float b = right.get(JAVA_FLOAT_UNALIGNED, r + i);
        result.set(JAVA_INT_UNALIGNED, to + i, Float.floatToIntBits(OPERATOR.apply(a, b)));
      }
    } else {
      for (long i = 0; i < sizeBytes; i += Double.BYTES) {
        double a = left.get(JAVA_DOUBLE_UNALIGNED, l + i);
        double b = right.get(JAVA_DOUBLE_UNALIGNED, r + i);
        result.set(JAVA_LONG_UNALIGNED, to + i, Double.doubleToLongBits(OPERATOR.apply(a, b)));
      }
    }
  }

  @Override
  public void accumulate(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    for (long row = 0; row < rows; row++) {
      add(scale, source, from + row * fromStride, target, to + row * toStride, rowBytes);
    }
  }

  @Override
  public void accumulateAll(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long[] sourceOffsets,
      MemorySegment target,
      long to,
      long[] targetOffsets,
      int first,
      int end,
      long lengthBytes) {
    for (int i = first; i < end; i++) {
      add(scale, source, from + sourceOffsets[i], target, to + targetOffsets[i], lengthBytes);
    }
  }

  private static void add(
      long scale, MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    if (source.getClass() != FROM || target.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, source, target);
    }
    if (ELEMENT == Element.INT) {
      for (long i = 0; i < sizeBytes; i += Integer.BYTES) {
        int product = (int) scale * source.get(JAVA_INT_UNALIGNED, from + i);
        target.set(JAVA_INT_UNALIGNED, to + i, target.get(JAVA_INT_UNALIGNED, to + i) + product);
      }
    } else if (ELEMENT == Element.LONG) {
      for (long i = 0; i < sizeBytes; i += Long.BYTES) {
        long product = scale * source.get(JAVA_LONG_UNALIGNED, from + i);
        target.set(JAVA_LONG_UNALIGNED, to + i, target.get(JAVA_LONG_UNALIGNED, to + i) + product);
      }
    } else if (ELEMENT == Element.FLOAT) {
      float factor = Float.intBitsToFloat((int) scale);
      for (long i = 0; i < sizeBytes; i += Float.BYTES) {
        float product = factor * source.get(JAVA_FLOAT_UNALIGNED, from + i);
        float sum = target.get(JAVA_FLOAT_UNALIGNED, to + i) + product;
        target.set(JAVA_FLOAT_UNALIGNED, to + i, sum);
      }
    } else {
      double factor = Double.longBitsToDouble(scale);
      for (long i = 0; i < sizeBytes; i += Double.BYTES) {
        double product = factor * source.get(JAVA_DOUBLE_UNALIGNED, from + i);
        double sum = target.get(JAVA_DOUBLE_UNALIGNED, to + i) + product;
        target.set(JAVA_DOUBLE_UNALIGNED, to + i, sum);
      }
    }
  }
}
