package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.kernel.NativeMemory;

/** Loops over complex numbers: pairs of real and imaginary part. */
final class ComplexCombiners {
  private ComplexCombiners() {}

  /** A sum of complex numbers is the sum of twice as many real ones. */
  static Combiner find(Builtin builtin, ElementType type) {
    boolean single = type == ElementType.COMPLEX_FLOAT;
    return switch (builtin) {
      case SUM -> doubled(Combiners.find(builtin, single ? ElementType.FLOAT : ElementType.DOUBLE));
      case PRODUCT -> single ? ComplexCombiners::productFloats : ComplexCombiners::productDoubles;
      default -> null;
    };
  }

  private static Combiner doubled(Combiner parts) {
    return (left, l, right, r, result, to, count) ->
        parts.combine(left, l, right, r, result, to, 2 * count);
  }

  private static void productFloats(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 8 * count; i += 8) {
      float a = left.get(JAVA_FLOAT_UNALIGNED, l + i);
      float b = left.get(JAVA_FLOAT_UNALIGNED, l + i + 4);
      float c = right.get(JAVA_FLOAT_UNALIGNED, r + i);
      float d = right.get(JAVA_FLOAT_UNALIGNED, r + i + 4);
      result.set(JAVA_FLOAT_UNALIGNED, to + i, a * c - b * d);
      result.set(JAVA_FLOAT_UNALIGNED, to + i + 4, a * d + b * c);
    }
  }

  private static void productDoubles(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 16 * count; i += 16) {
      double a = left.get(JAVA_DOUBLE_UNALIGNED, l + i);
      double b = left.get(JAVA_DOUBLE_UNALIGNED, l + i + 8);
      double c = right.get(JAVA_DOUBLE_UNALIGNED, r + i);
      double d = right.get(JAVA_DOUBLE_UNALIGNED, r + i + 8);
      result.set(JAVA_DOUBLE_UNALIGNED, to + i, a * c - b * d);
      result.set(JAVA_DOUBLE_UNALIGNED, to + i + 8, a * d + b * c);
    }
  }
}
