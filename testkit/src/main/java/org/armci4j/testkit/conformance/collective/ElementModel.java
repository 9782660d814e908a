package org.armci4j.testkit.conformance.collective;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Reduction;

/**
 * Draws elements of each type, names the reductions of each type, and combines two elements, to the
 * bit. It uses none of the product's code.
 */
final class ElementModel {
  private static final List<Reduction> OF_WHOLE =
      List.of(
          Reduction.SUM,
          Reduction.PRODUCT,
          Reduction.MIN,
          Reduction.MAX,
          Reduction.LOGICAL_AND,
          Reduction.LOGICAL_OR,
          Reduction.LOGICAL_XOR,
          Reduction.BITWISE_AND,
          Reduction.BITWISE_OR,
          Reduction.BITWISE_XOR);
  private static final List<Reduction> OF_REAL =
      List.of(Reduction.SUM, Reduction.PRODUCT, Reduction.MIN, Reduction.MAX);
  private static final List<Reduction> OF_COMPLEX = List.of(Reduction.SUM, Reduction.PRODUCT);
  private static final List<Reduction> OF_INDEXED = List.of(Reduction.MIN_LOC, Reduction.MAX_LOC);

  /** Combines bytes, which no reduction of the product does. */
  private static final Reduction BYTES =
      Reduction.of(
          "sum of bytes",
          ElementType.BYTE,
          true,
          (left, l, right, r, result, to, count) -> {
            for (long i = 0; i < count; i++) {
              int sum = left.get(JAVA_BYTE, l + i) + right.get(JAVA_BYTE, r + i);
              result.set(JAVA_BYTE, to + i, (byte) sum);
            }
          });

  /** Composes maps x → p·x + q. Their order matters, their brackets do not. */
  private static final Reduction MAPS =
      Reduction.of(
          "composition",
          ElementType.INDEXED_LONG,
          false,
          (left, l, right, r, result, to, count) -> {
            for (long i = 0; i < 16 * count; i += 16) {
              compose(left, l + i, right, r + i, result, to + i);
            }
          });

  private ElementModel() {}

  /** Returns the reductions that take a type. */
  static List<Reduction> reductions(ElementType type) {
    return switch (type) {
      case BYTE -> List.of(BYTES);
      case INT, LONG -> OF_WHOLE;
      case FLOAT, DOUBLE -> OF_REAL;
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> OF_COMPLEX;
      case INDEXED_LONG -> List.of(Reduction.MIN_LOC, Reduction.MAX_LOC, MAPS);
      case INDEXED_INT, INDEXED_FLOAT, INDEXED_DOUBLE -> OF_INDEXED;
    };
  }

  /** Draws elements, among them zeros, equal values and values whose sums depend on their order. */
  static byte[] draw(ElementType type, long count, SplittableRandom random) {
    byte[] bytes = new byte[(int) count * type.sizeBytes()];
    MemorySegment drawn = MemorySegment.ofArray(bytes);
    for (int at = 0; at < bytes.length; at += type.sizeBytes()) {
      draw(type, drawn, at, random);
    }
    return bytes;
  }

  private static void draw(ElementType type, MemorySegment to, long at, SplittableRandom random) {
    switch (type) {
      case BYTE -> to.set(JAVA_BYTE, at, (byte) random.nextInt());
      case INT -> to.set(JAVA_INT_UNALIGNED, at, (int) whole(random));
      case LONG -> to.set(JAVA_LONG_UNALIGNED, at, whole(random));
      case FLOAT -> to.set(JAVA_FLOAT_UNALIGNED, at, (float) real(random));
      case DOUBLE -> to.set(JAVA_DOUBLE_UNALIGNED, at, real(random));
      case COMPLEX_FLOAT -> {
        to.set(JAVA_FLOAT_UNALIGNED, at, (float) real(random));
        to.set(JAVA_FLOAT_UNALIGNED, at + 4, (float) real(random));
      }
      case COMPLEX_DOUBLE -> {
        to.set(JAVA_DOUBLE_UNALIGNED, at, real(random));
        to.set(JAVA_DOUBLE_UNALIGNED, at + 8, real(random));
      }
      case INDEXED_INT -> {
        to.set(JAVA_INT_UNALIGNED, at, random.nextInt(-2, 3));
        to.set(JAVA_INT_UNALIGNED, at + 4, random.nextInt(100));
      }
      case INDEXED_LONG -> {
        to.set(JAVA_LONG_UNALIGNED, at, random.nextInt(-2, 3));
        to.set(JAVA_LONG_UNALIGNED, at + 8, random.nextInt(100));
      }
      case INDEXED_FLOAT -> {
        to.set(JAVA_FLOAT_UNALIGNED, at, random.nextInt(-2, 3));
        to.set(JAVA_INT_UNALIGNED, at + 4, random.nextInt(100));
      }
      case INDEXED_DOUBLE -> {
        to.set(JAVA_DOUBLE_UNALIGNED, at, random.nextInt(-2, 3));
        to.set(JAVA_LONG_UNALIGNED, at + 8, random.nextInt(100));
      }
    }
  }

  private static long whole(SplittableRandom random) {
    return random.nextInt(4) == 0 ? 0 : random.nextLong();
  }

  /** Returns a number whose products of a few stay within the range of a float. */
  private static double real(SplittableRandom random) {
    return random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-2, 4));
  }

  /** Combines two arrays element by element; {@code left} comes from lower ranks. */
  static byte[] combine(ElementType type, Reduction reduction, byte[] left, byte[] right) {
    byte[] bytes = new byte[left.length];
    MemorySegment a = MemorySegment.ofArray(left);
    MemorySegment b = MemorySegment.ofArray(right);
    MemorySegment result = MemorySegment.ofArray(bytes);
    for (int at = 0; at < bytes.length; at += type.sizeBytes()) {
      if (reduction == MAPS) {
        compose(a, at, b, at, result, at);
      } else {
        combine(type, reduction, a, b, result, at);
      }
    }
    return bytes;
  }

  private static void combine(
      ElementType type,
      Reduction reduction,
      MemorySegment a,
      MemorySegment b,
      MemorySegment result,
      long at) {
    switch (type) {
      case BYTE -> result.set(JAVA_BYTE, at, (byte) (a.get(JAVA_BYTE, at) + b.get(JAVA_BYTE, at)));
      case INT -> {
        int left = a.get(JAVA_INT_UNALIGNED, at);
        int right = b.get(JAVA_INT_UNALIGNED, at);
        result.set(JAVA_INT_UNALIGNED, at, (int) whole(reduction, left, right));
      }
      case LONG -> {
        long left = a.get(JAVA_LONG_UNALIGNED, at);
        long right = b.get(JAVA_LONG_UNALIGNED, at);
        result.set(JAVA_LONG_UNALIGNED, at, whole(reduction, left, right));
      }
      case FLOAT -> {
        float left = a.get(JAVA_FLOAT_UNALIGNED, at);
        float right = b.get(JAVA_FLOAT_UNALIGNED, at);
        result.set(JAVA_FLOAT_UNALIGNED, at, (float) real(reduction, left, right));
      }
      case DOUBLE -> {
        double left = a.get(JAVA_DOUBLE_UNALIGNED, at);
        double right = b.get(JAVA_DOUBLE_UNALIGNED, at);
        result.set(JAVA_DOUBLE_UNALIGNED, at, real(reduction, left, right));
      }
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> complex(type, reduction, a, b, result, at);
      case INDEXED_INT, INDEXED_LONG, INDEXED_FLOAT, INDEXED_DOUBLE -> {
        boolean left = leftWins(type, reduction, a, b, at);
        MemorySegment.copy(left ? a : b, at, result, at, type.sizeBytes());
      }
    }
  }

  /** Returns the combination of longs; its lower half is right for ints too. */
  private static long whole(Reduction reduction, long a, long b) {
    return switch (reduction.name()) {
      case "sum" -> a + b;
      case "product" -> a * b;
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      case "logical and" -> a != 0 && b != 0 ? 1 : 0;
      case "logical or" -> a != 0 || b != 0 ? 1 : 0;
      case "logical xor" -> a != 0 ^ b != 0 ? 1 : 0;
      case "bitwise and" -> a & b;
      case "bitwise or" -> a | b;
      case "bitwise xor" -> a ^ b;
      default -> throw new IllegalArgumentException("no model of " + reduction);
    };
  }

  /**
   * Returns the combination of doubles. Rounded to a float it equals the combination of floats,
   * because a double holds more than twice their digits.
   */
  private static double real(Reduction reduction, double a, double b) {
    return switch (reduction.name()) {
      case "sum" -> a + b;
      case "product" -> a * b;
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      default -> throw new IllegalArgumentException("no model of " + reduction);
    };
  }

  private static void complex(
      ElementType type,
      Reduction reduction,
      MemorySegment left,
      MemorySegment right,
      MemorySegment result,
      long at) {
    boolean isSum = reduction == Reduction.SUM;
    if (type == ElementType.COMPLEX_FLOAT) {
      float a = left.get(JAVA_FLOAT_UNALIGNED, at);
      float b = left.get(JAVA_FLOAT_UNALIGNED, at + 4);
      float c = right.get(JAVA_FLOAT_UNALIGNED, at);
      float d = right.get(JAVA_FLOAT_UNALIGNED, at + 4);
      result.set(JAVA_FLOAT_UNALIGNED, at, isSum ? a + c : a * c - b * d);
      result.set(JAVA_FLOAT_UNALIGNED, at + 4, isSum ? b + d : a * d + b * c);
    } else {
      double a = left.get(JAVA_DOUBLE_UNALIGNED, at);
      double b = left.get(JAVA_DOUBLE_UNALIGNED, at + 8);
      double c = right.get(JAVA_DOUBLE_UNALIGNED, at);
      double d = right.get(JAVA_DOUBLE_UNALIGNED, at + 8);
      result.set(JAVA_DOUBLE_UNALIGNED, at, isSum ? a + c : a * c - b * d);
      result.set(JAVA_DOUBLE_UNALIGNED, at + 8, isSum ? b + d : a * d + b * c);
    }
  }

  private static boolean leftWins(
      ElementType type, Reduction reduction, MemorySegment a, MemorySegment b, long at) {
    int order = Double.compare(value(type, a, at), value(type, b, at));
    if (order == 0) {
      return index(type, a, at) <= index(type, b, at);
    }
    return reduction == Reduction.MIN_LOC ? order < 0 : order > 0;
  }

  /** Returns the value of a pair; drawn values are small. */
  private static double value(ElementType type, MemorySegment pair, long at) {
    return switch (type) {
      case INDEXED_INT -> pair.get(JAVA_INT_UNALIGNED, at);
      case INDEXED_LONG -> pair.get(JAVA_LONG_UNALIGNED, at);
      case INDEXED_FLOAT -> pair.get(JAVA_FLOAT_UNALIGNED, at);
      default -> pair.get(JAVA_DOUBLE_UNALIGNED, at);
    };
  }

  private static long index(ElementType type, MemorySegment pair, long at) {
    return type.sizeBytes() == 8
        ? pair.get(JAVA_INT_UNALIGNED, at + 4)
        : pair.get(JAVA_LONG_UNALIGNED, at + 8);
  }

  private static void compose(
      MemorySegment left, long l, MemorySegment right, long r, MemorySegment result, long to) {
    long a = left.get(JAVA_LONG_UNALIGNED, l);
    long b = left.get(JAVA_LONG_UNALIGNED, l + 8);
    long c = right.get(JAVA_LONG_UNALIGNED, r);
    long d = right.get(JAVA_LONG_UNALIGNED, r + 8);
    result.set(JAVA_LONG_UNALIGNED, to, a * c);
    result.set(JAVA_LONG_UNALIGNED, to + 8, a * d + b);
  }
}
