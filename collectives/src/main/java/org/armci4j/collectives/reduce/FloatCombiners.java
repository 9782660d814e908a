package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.NativeMemory;

/** Plain loops over floats, one per reduction, so that each is compiled for itself. */
final class FloatCombiners {
  private FloatCombiners() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> FloatCombiners::sum;
      case PRODUCT -> FloatCombiners::product;
      case MIN -> FloatCombiners::min;
      case MAX -> FloatCombiners::max;
      default -> null;
    };
  }

  private static float at(MemorySegment segment, long offset, long index) {
    return segment.get(JAVA_FLOAT_UNALIGNED, offset + 4 * index);
  }

  private static void set(MemorySegment segment, long offset, long index, float value) {
    segment.set(JAVA_FLOAT_UNALIGNED, offset + 4 * index, value);
  }

  static void sum(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      float a = at(left, l, i);
      float b = at(right, r, i);
      set(result, to, i, a + b);
    }
  }

  static void product(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      float a = at(left, l, i);
      float b = at(right, r, i);
      set(result, to, i, a * b);
    }
  }

  static void min(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      float a = at(left, l, i);
      float b = at(right, r, i);
      set(result, to, i, Math.min(a, b));
    }
  }

  static void max(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      float a = at(left, l, i);
      float b = at(right, r, i);
      set(result, to, i, Math.max(a, b));
    }
  }
}
