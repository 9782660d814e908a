package org.armci4j.collectives.reduce;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.kernel.NativeMemory;

/**
 * Smallest and largest of pairs of value and index. Values of floating point are in the order of
 * {@link Double#compare}, so that every order of evaluation gives the same bits.
 */
final class IndexedCombiners {
  private IndexedCombiners() {}

  static Combiner find(Builtin builtin, ElementType type) {
    int sign =
        switch (builtin) {
          case MIN_LOC -> 1;
          case MAX_LOC -> -1;
          default -> 0;
        };
    if (sign == 0) {
      return null;
    }
    return switch (type) {
      case INDEXED_INT -> (a, l, b, r, to, t, n) -> ints(sign, a, l, b, r, to, t, n);
      case INDEXED_LONG -> (a, l, b, r, to, t, n) -> longs(sign, a, l, b, r, to, t, n);
      case INDEXED_FLOAT -> (a, l, b, r, to, t, n) -> floats(sign, a, l, b, r, to, t, n);
      case INDEXED_DOUBLE -> (a, l, b, r, to, t, n) -> doubles(sign, a, l, b, r, to, t, n);
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  private static boolean leftWins(int order, long leftIndex, long rightIndex) {
    return order < 0 || (order == 0 && leftIndex <= rightIndex);
  }

  private static void ints(
      int sign,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 8 * count; i += 8) {
      int order =
          sign
              * Integer.compare(
                  left.get(JAVA_INT_UNALIGNED, l + i), right.get(JAVA_INT_UNALIGNED, r + i));
      int leftIndex = left.get(JAVA_INT_UNALIGNED, l + i + 4);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, r + i + 4);
      boolean takesLeft = leftWins(order, leftIndex, rightIndex);
      int value =
          takesLeft ? left.get(JAVA_INT_UNALIGNED, l + i) : right.get(JAVA_INT_UNALIGNED, r + i);
      result.set(JAVA_INT_UNALIGNED, to + i, value);
      result.set(JAVA_INT_UNALIGNED, to + i + 4, takesLeft ? leftIndex : rightIndex);
    }
  }

  private static void longs(
      int sign,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 16 * count; i += 16) {
      int order =
          sign
              * Long.compare(
                  left.get(JAVA_LONG_UNALIGNED, l + i), right.get(JAVA_LONG_UNALIGNED, r + i));
      long leftIndex = left.get(JAVA_LONG_UNALIGNED, l + i + 8);
      long rightIndex = right.get(JAVA_LONG_UNALIGNED, r + i + 8);
      boolean takesLeft = leftWins(order, leftIndex, rightIndex);
      long value =
          takesLeft ? left.get(JAVA_LONG_UNALIGNED, l + i) : right.get(JAVA_LONG_UNALIGNED, r + i);
      result.set(JAVA_LONG_UNALIGNED, to + i, value);
      result.set(JAVA_LONG_UNALIGNED, to + i + 8, takesLeft ? leftIndex : rightIndex);
    }
  }

  private static void floats(
      int sign,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 8 * count; i += 8) {
      int order =
          sign
              * Float.compare(
                  left.get(JAVA_FLOAT_UNALIGNED, l + i), right.get(JAVA_FLOAT_UNALIGNED, r + i));
      int leftIndex = left.get(JAVA_INT_UNALIGNED, l + i + 4);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, r + i + 4);
      boolean takesLeft = leftWins(order, leftIndex, rightIndex);
      int value =
          takesLeft ? left.get(JAVA_INT_UNALIGNED, l + i) : right.get(JAVA_INT_UNALIGNED, r + i);
      result.set(JAVA_INT_UNALIGNED, to + i, value);
      result.set(JAVA_INT_UNALIGNED, to + i + 4, takesLeft ? leftIndex : rightIndex);
    }
  }

  private static void doubles(
      int sign,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    for (long i = 0; i < 16 * count; i += 16) {
      int order =
          sign
              * Double.compare(
                  left.get(JAVA_DOUBLE_UNALIGNED, l + i), right.get(JAVA_DOUBLE_UNALIGNED, r + i));
      long leftIndex = left.get(JAVA_LONG_UNALIGNED, l + i + 8);
      long rightIndex = right.get(JAVA_LONG_UNALIGNED, r + i + 8);
      boolean takesLeft = leftWins(order, leftIndex, rightIndex);
      long value =
          takesLeft ? left.get(JAVA_LONG_UNALIGNED, l + i) : right.get(JAVA_LONG_UNALIGNED, r + i);
      result.set(JAVA_LONG_UNALIGNED, to + i, value);
      result.set(JAVA_LONG_UNALIGNED, to + i + 8, takesLeft ? leftIndex : rightIndex);
    }
  }
}
