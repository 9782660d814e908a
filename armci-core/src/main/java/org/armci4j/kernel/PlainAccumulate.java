package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Plain loops: the fallback, and what the vectorised ones call for short rows and for the last few
 * elements of others. A template, see {@link ExactClasses}.
 */
final class PlainAccumulate implements AccumulateKernels {
  private static final Class<?> FROM = classData(0);
  private static final Class<?> TO = classData(1);

  private static Class<?> classData(int index) {
    try {
      return MethodHandles.classDataAt(MethodHandles.lookup(), "_", Class.class, index);
    } catch (IllegalAccessException e) {
      throw new LinkageError("this class is a template of hidden classes", e);
    }
  }

  private static void requireExact(MemorySegment from, MemorySegment to) {
    if (from.getClass() != FROM || to.getClass() != TO) {
      throw new IllegalArgumentException(
          "kernels of %s to %s got %s and %s".formatted(FROM, TO, from, to));
    }
  }

  @Override
  public void ints(
      int scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    for (long row = 0; row < rows; row++) {
      long in = from + row * fromStride;
      long out = to + row * toStride;
      for (long i = 0; i < rowBytes; i += 4) {
        int product = scale * source.get(JAVA_INT_UNALIGNED, in + i);
        target.set(JAVA_INT_UNALIGNED, out + i, target.get(JAVA_INT_UNALIGNED, out + i) + product);
      }
    }
  }

  @Override
  public void longs(
      long scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    for (long row = 0; row < rows; row++) {
      long in = from + row * fromStride;
      long out = to + row * toStride;
      for (long i = 0; i < rowBytes; i += 8) {
        long product = scale * source.get(JAVA_LONG_UNALIGNED, in + i);
        target.set(
            JAVA_LONG_UNALIGNED, out + i, target.get(JAVA_LONG_UNALIGNED, out + i) + product);
      }
    }
  }

  @Override
  public void floats(
      float scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    for (long row = 0; row < rows; row++) {
      long in = from + row * fromStride;
      long out = to + row * toStride;
      for (long i = 0; i < rowBytes; i += 4) {
        float product = scale * source.get(JAVA_FLOAT_UNALIGNED, in + i);
        target.set(
            JAVA_FLOAT_UNALIGNED, out + i, target.get(JAVA_FLOAT_UNALIGNED, out + i) + product);
      }
    }
  }

  @Override
  public void doubles(
      double scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    for (long row = 0; row < rows; row++) {
      long in = from + row * fromStride;
      long out = to + row * toStride;
      for (long i = 0; i < rowBytes; i += 8) {
        double product = scale * source.get(JAVA_DOUBLE_UNALIGNED, in + i);
        target.set(
            JAVA_DOUBLE_UNALIGNED, out + i, target.get(JAVA_DOUBLE_UNALIGNED, out + i) + product);
      }
    }
  }
}
