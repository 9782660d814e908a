package org.armci4j.collectives;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.util.SplittableRandom;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every reduction of every type against the definition, element by element. */
class ReductionTest {
  private static final int COUNT = 203;

  @ParameterizedTest
  @EnumSource
  void combines(ElementType type) throws IllegalAccessException {
    int served = 0;
    for (Field constant : Reduction.class.getFields()) {
      Reduction reduction = (Reduction) constant.get(null);
      Combiner combiner;
      try {
        combiner = reduction.combiner(type);
      } catch (ArmciException e) {
        continue;
      }
      served++;
      check(type, reduction, combiner);
    }
    int expected =
        switch (type) {
          case BYTE -> 0;
          case INT, LONG -> 10;
          case FLOAT, DOUBLE -> 4;
          default -> 2;
        };
    assertEquals(expected, served, "reductions of " + type);
  }

  private static void check(ElementType type, Reduction reduction, Combiner combiner) {
    int bytes = type.sizeBytes();
    SplittableRandom random = new SplittableRandom(bytes * 31L + reduction.name().length());
    for (int count : new int[] {0, 1, 31, 32, 33, COUNT}) {
      try (Arena arena = Arena.ofConfined()) {
        // Off by 4, and results both apart and on either operand.
        MemorySegment left = arena.allocate((long) bytes * COUNT + 8, 16);
        MemorySegment right = arena.allocate((long) bytes * COUNT + 8, 16);
        fill(type, left, random);
        fill(type, right, random);
        byte[] expected = new byte[bytes * count];
        MemorySegment result = MemorySegment.ofArray(expected);
        for (long i = 0; i < count; i++) {
          define(type, reduction, left, right, 4 + i * bytes, result, i * bytes);
        }
        MemorySegment apart = arena.allocate((long) bytes * COUNT + 8, 16);
        combiner.combine(left, 4, right, 4, apart, 4, count);
        String what = reduction + " of " + count + " " + type;
        assertArrayEquals(expected, bytes(apart, expected.length), what);
        MemorySegment onRight = arena.allocate(right.byteSize(), 16).copyFrom(right);
        combiner.combine(left, 4, onRight, 4, onRight, 4, count);
        assertArrayEquals(expected, bytes(onRight, expected.length), what);
        combiner.combine(left, 4, right, 4, left, 4, count);
        assertArrayEquals(expected, bytes(left, expected.length), what);
      }
    }
  }

  /** NaN is the smallest and the largest, −0.0 is less than 0.0; of equal ones the lowest index. */
  @Test
  void locationsAreChosenAsMathDoes() {
    double[] values = {Double.NaN, Double.NEGATIVE_INFINITY, -1, -0.0, 0.0, 1, Double.NaN};
    for (double left : values) {
      for (double right : values) {
        for (long leftIndex = 0; leftIndex < 3; leftIndex++) {
          checkLocation(Reduction.MIN_LOC, Math.min(left, right), left, leftIndex, right);
          checkLocation(Reduction.MAX_LOC, Math.max(left, right), left, leftIndex, right);
        }
      }
    }
  }

  /** The right operand has index 1. */
  private static void checkLocation(
      Reduction reduction, double chosen, double left, long leftIndex, double right) {
    boolean takesLeft = Double.compare(chosen, left) == 0;
    boolean takesRight = Double.compare(chosen, right) == 0;
    long index = takesLeft && takesRight ? Math.min(leftIndex, 1) : takesLeft ? leftIndex : 1;
    String what = reduction + " of " + left + " at " + leftIndex + " and " + right + " at 1";
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment doubles = arena.allocate(48, 8);
      doubles.set(JAVA_DOUBLE_UNALIGNED, 0, left);
      doubles.set(JAVA_LONG_UNALIGNED, 8, leftIndex);
      doubles.set(JAVA_DOUBLE_UNALIGNED, 16, right);
      doubles.set(JAVA_LONG_UNALIGNED, 24, 1);
      reduction
          .combiner(ElementType.INDEXED_DOUBLE)
          .combine(doubles, 0, doubles, 16, doubles, 32, 1);
      assertEquals(chosen, doubles.get(JAVA_DOUBLE_UNALIGNED, 32), what);
      assertEquals(index, doubles.get(JAVA_LONG_UNALIGNED, 40), what);
      MemorySegment floats = arena.allocate(24, 8);
      floats.set(JAVA_FLOAT_UNALIGNED, 0, (float) left);
      floats.set(JAVA_INT_UNALIGNED, 4, (int) leftIndex);
      floats.set(JAVA_FLOAT_UNALIGNED, 8, (float) right);
      floats.set(JAVA_INT_UNALIGNED, 12, 1);
      reduction.combiner(ElementType.INDEXED_FLOAT).combine(floats, 0, floats, 8, floats, 16, 1);
      assertEquals((float) chosen, floats.get(JAVA_FLOAT_UNALIGNED, 16), what);
      assertEquals(index, floats.get(JAVA_INT_UNALIGNED, 20), what);
    }
  }

  private static byte[] bytes(MemorySegment segment, long length) {
    return segment.asSlice(4, length).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }

  /** Small whole numbers, many of them equal or zero; of floating point with fractions. */
  private static void fill(ElementType type, MemorySegment segment, SplittableRandom random) {
    int bytes = type.sizeBytes();
    for (long at = 4; at < 4 + (long) bytes * COUNT; at += 4) {
      boolean whole = (at - 4) % 8 == 0;
      switch (type) {
        case FLOAT, COMPLEX_FLOAT ->
            segment.set(JAVA_FLOAT_UNALIGNED, at, random.nextInt(-9, 9) / 3f);
        case INDEXED_FLOAT -> {
          if (whole) {
            segment.set(JAVA_FLOAT_UNALIGNED, at, random.nextInt(-2, 3));
          } else {
            segment.set(JAVA_INT_UNALIGNED, at, random.nextInt(50));
          }
        }
        case INT, INDEXED_INT -> segment.set(JAVA_INT_UNALIGNED, at, random.nextInt(-3, 4));
        case LONG, INDEXED_LONG -> {
          if (whole) {
            segment.set(JAVA_LONG_UNALIGNED, at, random.nextLong(-3, 4));
          }
        }
        case DOUBLE, COMPLEX_DOUBLE -> {
          if (whole) {
            segment.set(JAVA_DOUBLE_UNALIGNED, at, random.nextInt(-9, 9) / 3.0);
          }
        }
        case INDEXED_DOUBLE -> {
          if (whole && (at - 4) % 16 == 0) {
            segment.set(JAVA_DOUBLE_UNALIGNED, at, random.nextInt(-2, 3));
          } else if (whole) {
            segment.set(JAVA_LONG_UNALIGNED, at, random.nextInt(50));
          }
        }
        default -> {}
      }
    }
  }

  private static void define(
      ElementType type,
      Reduction reduction,
      MemorySegment a,
      MemorySegment b,
      long at,
      MemorySegment to,
      long out) {
    switch (type) {
      case INT ->
          to.set(
              JAVA_INT_UNALIGNED,
              out,
              (int) whole(reduction, a.get(JAVA_INT_UNALIGNED, at), b.get(JAVA_INT_UNALIGNED, at)));
      case LONG ->
          to.set(
              JAVA_LONG_UNALIGNED,
              out,
              whole(reduction, a.get(JAVA_LONG_UNALIGNED, at), b.get(JAVA_LONG_UNALIGNED, at)));
      case FLOAT ->
          to.set(
              JAVA_FLOAT_UNALIGNED,
              out,
              (float)
                  real(
                      reduction, a.get(JAVA_FLOAT_UNALIGNED, at), b.get(JAVA_FLOAT_UNALIGNED, at)));
      case DOUBLE ->
          to.set(
              JAVA_DOUBLE_UNALIGNED,
              out,
              real(reduction, a.get(JAVA_DOUBLE_UNALIGNED, at), b.get(JAVA_DOUBLE_UNALIGNED, at)));
      case COMPLEX_FLOAT -> {
        float ar = a.get(JAVA_FLOAT_UNALIGNED, at);
        float ai = a.get(JAVA_FLOAT_UNALIGNED, at + 4);
        float br = b.get(JAVA_FLOAT_UNALIGNED, at);
        float bi = b.get(JAVA_FLOAT_UNALIGNED, at + 4);
        boolean sum = reduction == Reduction.SUM;
        to.set(JAVA_FLOAT_UNALIGNED, out, sum ? ar + br : ar * br - ai * bi);
        to.set(JAVA_FLOAT_UNALIGNED, out + 4, sum ? ai + bi : ar * bi + ai * br);
      }
      case COMPLEX_DOUBLE -> {
        double ar = a.get(JAVA_DOUBLE_UNALIGNED, at);
        double ai = a.get(JAVA_DOUBLE_UNALIGNED, at + 8);
        double br = b.get(JAVA_DOUBLE_UNALIGNED, at);
        double bi = b.get(JAVA_DOUBLE_UNALIGNED, at + 8);
        boolean sum = reduction == Reduction.SUM;
        to.set(JAVA_DOUBLE_UNALIGNED, out, sum ? ar + br : ar * br - ai * bi);
        to.set(JAVA_DOUBLE_UNALIGNED, out + 8, sum ? ai + bi : ar * bi + ai * br);
      }
      default -> located(type, reduction, a, b, at, to, out);
    }
  }

  private static void located(
      ElementType type,
      Reduction reduction,
      MemorySegment a,
      MemorySegment b,
      long at,
      MemorySegment to,
      long out) {
    int half = type.sizeBytes() / 2;
    int order = Double.compare(value(type, a, at), value(type, b, at));
    if (reduction == Reduction.MAX_LOC) {
      order = -order;
    }
    if (order == 0) {
      order = Long.compare(index(a, at + half, half), index(b, at + half, half));
    }
    MemorySegment.copy(order <= 0 ? a : b, at, to, out, type.sizeBytes());
  }

  private static double value(ElementType type, MemorySegment segment, long at) {
    return switch (type) {
      case INDEXED_INT -> segment.get(JAVA_INT_UNALIGNED, at);
      case INDEXED_LONG -> segment.get(JAVA_LONG_UNALIGNED, at);
      case INDEXED_FLOAT -> segment.get(JAVA_FLOAT_UNALIGNED, at);
      default -> segment.get(JAVA_DOUBLE_UNALIGNED, at);
    };
  }

  private static long index(MemorySegment segment, long at, int bytes) {
    return bytes == 4 ? segment.get(JAVA_INT_UNALIGNED, at) : segment.get(JAVA_LONG_UNALIGNED, at);
  }

  private static long whole(Reduction reduction, long a, long b) {
    return switch (reduction.name()) {
      case "sum" -> a + b;
      case "product" -> a * b;
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      case "logical and" -> a != 0 && b != 0 ? 1 : 0;
      case "logical or" -> a != 0 || b != 0 ? 1 : 0;
      case "logical xor" -> (a != 0) != (b != 0) ? 1 : 0;
      case "bitwise and" -> a & b;
      case "bitwise or" -> a | b;
      case "bitwise xor" -> a ^ b;
      default -> throw new IllegalArgumentException("no model of " + reduction);
    };
  }

  private static double real(Reduction reduction, double a, double b) {
    return switch (reduction.name()) {
      case "sum" -> a + b;
      case "product" -> a * b;
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      default -> throw new IllegalArgumentException("no model of " + reduction);
    };
  }
}
