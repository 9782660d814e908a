package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.NativeMemory;

/** Plain loops over ints, one per reduction, so that each is compiled for itself. */
final class IntCombiners {
  private IntCombiners() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> IntCombiners::sum;
      case PRODUCT -> IntCombiners::product;
      case MIN -> IntCombiners::min;
      case MAX -> IntCombiners::max;
      case LOGICAL_AND -> IntCombiners::logicalAnd;
      case LOGICAL_OR -> IntCombiners::logicalOr;
      case LOGICAL_XOR -> IntCombiners::logicalXor;
      case BITWISE_AND -> IntCombiners::bitwiseAnd;
      case BITWISE_OR -> IntCombiners::bitwiseOr;
      case BITWISE_XOR -> IntCombiners::bitwiseXor;
      default -> null;
    };
  }

  private static int at(MemorySegment segment, long offset, long index) {
    return segment.get(JAVA_INT_UNALIGNED, offset + 4 * index);
  }

  private static void set(MemorySegment segment, long offset, long index, int value) {
    segment.set(JAVA_INT_UNALIGNED, offset + 4 * index, value);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
      set(result, to, i, a != 0 && b != 0 ? 1 : 0);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
      set(result, to, i, a != 0 || b != 0 ? 1 : 0);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
      set(result, to, i, (a != 0) != (b != 0) ? 1 : 0);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
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
      int a = at(left, l, i);
      int b = at(right, r, i);
      set(result, to, i, a ^ b);
    }
  }
}
