package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Plain loops: the fallback, and what the vectorised ones call for the last few elements. */
final class PlainAccumulate implements AccumulateKernels {
  @Override
  public void ints(
      int scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    for (long i = 0; i < 4 * count; i += 4) {
      int product = scale * source.get(JAVA_INT_UNALIGNED, from + i);
      target.set(JAVA_INT_UNALIGNED, to + i, target.get(JAVA_INT_UNALIGNED, to + i) + product);
    }
  }

  @Override
  public void longs(
      long scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    for (long i = 0; i < 8 * count; i += 8) {
      long product = scale * source.get(JAVA_LONG_UNALIGNED, from + i);
      target.set(JAVA_LONG_UNALIGNED, to + i, target.get(JAVA_LONG_UNALIGNED, to + i) + product);
    }
  }

  @Override
  public void floats(
      float scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    for (long i = 0; i < 4 * count; i += 4) {
      float product = scale * source.get(JAVA_FLOAT_UNALIGNED, from + i);
      target.set(JAVA_FLOAT_UNALIGNED, to + i, target.get(JAVA_FLOAT_UNALIGNED, to + i) + product);
    }
  }

  @Override
  public void doubles(
      double scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    for (long i = 0; i < 8 * count; i += 8) {
      double product = scale * source.get(JAVA_DOUBLE_UNALIGNED, from + i);
      target.set(
          JAVA_DOUBLE_UNALIGNED, to + i, target.get(JAVA_DOUBLE_UNALIGNED, to + i) + product);
    }
  }

  @Override
  public void complexFloats(
      float re,
      float im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long count) {
    for (long i = 0; i < 8 * count; i += 8) {
      float x = source.get(JAVA_FLOAT_UNALIGNED, from + i);
      float y = source.get(JAVA_FLOAT_UNALIGNED, from + i + 4);
      float a = target.get(JAVA_FLOAT_UNALIGNED, to + i);
      float b = target.get(JAVA_FLOAT_UNALIGNED, to + i + 4);
      target.set(JAVA_FLOAT_UNALIGNED, to + i, a + (x * re + y * -im));
      target.set(JAVA_FLOAT_UNALIGNED, to + i + 4, b + (y * re + x * im));
    }
  }

  @Override
  public void complexDoubles(
      double re,
      double im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long count) {
    for (long i = 0; i < 16 * count; i += 16) {
      double x = source.get(JAVA_DOUBLE_UNALIGNED, from + i);
      double y = source.get(JAVA_DOUBLE_UNALIGNED, from + i + 8);
      double a = target.get(JAVA_DOUBLE_UNALIGNED, to + i);
      double b = target.get(JAVA_DOUBLE_UNALIGNED, to + i + 8);
      target.set(JAVA_DOUBLE_UNALIGNED, to + i, a + (x * re + y * -im));
      target.set(JAVA_DOUBLE_UNALIGNED, to + i + 8, b + (y * re + x * im));
    }
  }
}
