package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/** Plain loops over complex numbers, as {@link PlainAccumulate} over others. */
final class PlainComplex implements ComplexKernels {
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
  public void complexFloats(
      float re,
      float im,
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
        float x = source.get(JAVA_FLOAT_UNALIGNED, in + i);
        float y = source.get(JAVA_FLOAT_UNALIGNED, in + i + 4);
        float a = target.get(JAVA_FLOAT_UNALIGNED, out + i);
        float b = target.get(JAVA_FLOAT_UNALIGNED, out + i + 4);
        target.set(JAVA_FLOAT_UNALIGNED, out + i, a + (x * re + y * -im));
        target.set(JAVA_FLOAT_UNALIGNED, out + i + 4, b + (y * re + x * im));
      }
    }
  }

  @Override
  public void complexDoubles(
      double re,
      double im,
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
      for (long i = 0; i < rowBytes; i += 16) {
        double x = source.get(JAVA_DOUBLE_UNALIGNED, in + i);
        double y = source.get(JAVA_DOUBLE_UNALIGNED, in + i + 8);
        double a = target.get(JAVA_DOUBLE_UNALIGNED, out + i);
        double b = target.get(JAVA_DOUBLE_UNALIGNED, out + i + 8);
        target.set(JAVA_DOUBLE_UNALIGNED, out + i, a + (x * re + y * -im));
        target.set(JAVA_DOUBLE_UNALIGNED, out + i + 8, b + (y * re + x * im));
      }
    }
  }
}
