package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.NativeMemory;

/** Plain loops over doubles, one per reduction, so that each is compiled for itself. */
final class DoubleCombiners {
  private DoubleCombiners() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> DoubleCombiners::sum;
      case PRODUCT -> DoubleCombiners::product;
      case MIN -> DoubleCombiners::min;
      case MAX -> DoubleCombiners::max;
      default -> null;
    };
  }

  private static double at(MemorySegment segment, long offset, long index) {
    return segment.get(JAVA_DOUBLE_UNALIGNED, offset + 8 * index);
  }

  private static void set(MemorySegment segment, long offset, long index, double value) {
    segment.set(JAVA_DOUBLE_UNALIGNED, offset + 8 * index, value);
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
      double a = at(left, l, i);
      double b = at(right, r, i);
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
      double a = at(left, l, i);
      double b = at(right, r, i);
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
      double a = at(left, l, i);
      double b = at(right, r, i);
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
      double a = at(left, l, i);
      double b = at(right, r, i);
      set(result, to, i, Math.max(a, b));
    }
  }
}
