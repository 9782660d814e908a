package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.NativeMemory;

/** Plain loops over longs, one per reduction, so that each is compiled for itself. */
final class LongCombiners {
  private LongCombiners() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> LongCombiners::sum;
      case PRODUCT -> LongCombiners::product;
      case MIN -> LongCombiners::min;
      case MAX -> LongCombiners::max;
      case LOGICAL_AND -> LongCombiners::logicalAnd;
      case LOGICAL_OR -> LongCombiners::logicalOr;
      case LOGICAL_XOR -> LongCombiners::logicalXor;
      case BITWISE_AND -> LongCombiners::bitwiseAnd;
      case BITWISE_OR -> LongCombiners::bitwiseOr;
      case BITWISE_XOR -> LongCombiners::bitwiseXor;
      default -> null;
    };
  }

  private static long at(MemorySegment segment, long offset, long index) {
    return segment.get(JAVA_LONG_UNALIGNED, offset + 8 * index);
  }

  private static void set(MemorySegment segment, long offset, long index, long value) {
    segment.set(JAVA_LONG_UNALIGNED, offset + 8 * index, value);
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
      long a = at(left, l, i);
      long b = at(right, r, i);
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
      long a = at(left, l, i);
      long b = at(right, r, i);
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
      long a = at(left, l, i);
      long b = at(right, r, i);
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
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, Math.max(a, b));
    }
  }

  static void logicalAnd(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, a != 0 && b != 0 ? 1L : 0L);
    }
  }

  static void logicalOr(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, a != 0 || b != 0 ? 1L : 0L);
    }
  }

  static void logicalXor(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, (a != 0) != (b != 0) ? 1L : 0L);
    }
  }

  static void bitwiseAnd(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, a & b);
    }
  }

  static void bitwiseOr(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, a | b);
    }
  }

  static void bitwiseXor(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < count; i++) {
      long a = at(left, l, i);
      long b = at(right, r, i);
      set(result, to, i, a ^ b);
    }
  }
}
