package org.armci4j.kernel.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/**
 * Plain loops over complex numbers, pairs of real and imaginary part: products and scaled sums. A
 * template, like {@link PlainLoops}.
 */
final class PlainComplexLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final boolean SINGLE = constant(2, Element.class) == Element.COMPLEX_FLOAT;

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
    if (SINGLE) {
      for (long i = 0; i < sizeBytes; i += 8) {
        float a = left.get(JAVA_FLOAT_UNALIGNED, l + i);
        float b = left.get(JAVA_FLOAT_UNALIGNED, l + i + 4);
        float c = right.get(JAVA_FLOAT_UNALIGNED, r + i);
        float d = right.get(JAVA_FLOAT_UNALIGNED, r + i + 4);
        result.set(JAVA_INT_UNALIGNED, to + i, Float.floatToIntBits(a * c - b * d));
        result.set(JAVA_INT_UNALIGNED, to + i + 4, Float.floatToIntBits(a * d + b * c));
      }
    } else {
      for (long i = 0; i < sizeBytes; i += 16) {
        double a = left.get(JAVA_DOUBLE_UNALIGNED, l + i);
        double b = left.get(JAVA_DOUBLE_UNALIGNED, l + i + 8);
        double c = right.get(JAVA_DOUBLE_UNALIGNED, r + i);
        double d = right.get(JAVA_DOUBLE_UNALIGNED, r + i + 8);
        result.set(JAVA_LONG_UNALIGNED, to + i, Double.doubleToLongBits(a * c - b * d));
        result.set(JAVA_LONG_UNALIGNED, to + i + 8, Double.doubleToLongBits(a * d + b * c));
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
      long in = from + row * fromStride;
      long out = to + row * toStride;
      if (SINGLE) {
        float re = Float.intBitsToFloat((int) scale);
        float im = Float.intBitsToFloat((int) imaginary);
        add(re, im, source, in, target, out, rowBytes);
      } else {
        double re = Double.longBitsToDouble(scale);
        double im = Double.longBitsToDouble(imaginary);
        add(re, im, source, in, target, out, rowBytes);
      }
    }
  }

  private static void add(
      float re,
      float im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    if (source.getClass() != FROM || target.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, source, target);
    }
    for (long i = 0; i < sizeBytes; i += 8) {
      float x = source.get(JAVA_FLOAT_UNALIGNED, from + i);
      float y = source.get(JAVA_FLOAT_UNALIGNED, from + i + 4);
      float a = target.get(JAVA_FLOAT_UNALIGNED, to + i);
      float b = target.get(JAVA_FLOAT_UNALIGNED, to + i + 4);
      target.set(JAVA_FLOAT_UNALIGNED, to + i, a + (x * re + y * -im));
      target.set(JAVA_FLOAT_UNALIGNED, to + i + 4, b + (y * re + x * im));
    }
  }

  private static void add(
      double re,
      double im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    if (source.getClass() != FROM || target.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, source, target);
    }
    for (long i = 0; i < sizeBytes; i += 16) {
      double x = source.get(JAVA_DOUBLE_UNALIGNED, from + i);
      double y = source.get(JAVA_DOUBLE_UNALIGNED, from + i + 8);
      double a = target.get(JAVA_DOUBLE_UNALIGNED, to + i);
      double b = target.get(JAVA_DOUBLE_UNALIGNED, to + i + 8);
      target.set(JAVA_DOUBLE_UNALIGNED, to + i, a + (x * re + y * -im));
      target.set(JAVA_DOUBLE_UNALIGNED, to + i + 8, b + (y * re + x * im));
    }
  }
}
