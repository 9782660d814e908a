package org.armci4j.kernel.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** What operators mean, one element at a time, written once more in another way. */
final class Scalars {
  private static final int[] INTS = {0, 1, -1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE};
  private static final double[] REALS = {
    0.0, -0.0, 1, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  private Scalars() {}

  /** Fills memory with elements, a third of them values at the borders of what there is. */
  static void fill(Element element, MemorySegment memory, SplittableRandom random) {
    Element part = element.part();
    for (long at = 0; at + 8 <= memory.byteSize(); at += part.sizeBytes()) {
      boolean odd = random.nextInt(3) == 0;
      double real = odd ? REALS[random.nextInt(REALS.length)] : random.nextDouble(-100, 100);
      int whole = odd ? INTS[random.nextInt(INTS.length)] : random.nextInt(-9, 9);
      boolean index = element.isIndexed() && at / part.sizeBytes() % 2 == 1;
      if (!index && !element.isInteger() && random.nextInt(9) == 0) {
        setNan(part, memory, at, random);
        continue;
      }
      switch (index ? (part.sizeBytes() == 4 ? Element.INT : Element.LONG) : part) {
        case INT -> memory.set(JAVA_INT_UNALIGNED, at, whole);
        case LONG -> memory.set(JAVA_LONG_UNALIGNED, at, (long) whole << (odd ? 31 : 0));
        case FLOAT -> memory.set(JAVA_FLOAT_UNALIGNED, at, (float) real);
        default -> memory.set(JAVA_DOUBLE_UNALIGNED, at, real);
      }
    }
  }

  /** One of all the NaNs that there are: of either sign, quiet or signalling. */
  private static void setNan(Element part, MemorySegment memory, long at, SplittableRandom random) {
    if (part == Element.FLOAT) {
      int payload = 1 + random.nextInt((1 << 23) - 1);
      memory.set(JAVA_INT_UNALIGNED, at, random.nextInt(2) << 31 | 0x7f80_0000 | payload);
    } else {
      long payload = 1 + random.nextLong((1L << 52) - 1);
      long sign = random.nextLong(2) << 63;
      memory.set(JAVA_LONG_UNALIGNED, at, sign | 0x7ff0_0000_0000_0000L | payload);
    }
  }

  /** {@code result = left ∘ right} for the element at these places. */
  static void combine(
      Element element,
      Operator operator,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to) {
    if (element.isIndexed()) {
      boolean takesLeft = order(element, operator, left, l, right, r) <= 0;
      MemorySegment.copy(takesLeft ? left : right, takesLeft ? l : r, result, to, size(element));
    } else if (element.isComplex() && operator == Operator.PRODUCT) {
      product(element, left, l, right, r, result, to);
    } else {
      for (long i = 0; i < size(element); i += size(element.part())) {
        number(element.part(), operator, left, l + i, right, r + i, result, to + i);
      }
    }
  }

  private static int size(Element element) {
    return element.sizeBytes();
  }

  private static int order(
      Element element, Operator operator, MemorySegment left, long l, MemorySegment right, long r) {
    int order =
        switch (element.part()) {
          case INT, LONG -> Long.compare(whole(element, left, l), whole(element, right, r));
          default -> order(operator, real(element, left, l), real(element, right, r));
        };
    if (order != 0) {
      return operator == Operator.MIN_LOC ? order : -order;
    }
    Element index = size(element) == 8 ? Element.INT : Element.LONG;
    long half = size(element) / 2;
    return Long.compare(whole(index, left, l + half), whole(index, right, r + half));
  }

  /** A NaN is the first for both operators, as it is what {@link Math#min} and max give. */
  private static int order(Operator operator, double left, double right) {
    int order = Double.compare(left, right);
    return Double.isNaN(left) != Double.isNaN(right) && operator == Operator.MIN_LOC
        ? -order
        : order;
  }

  private static long whole(Element element, MemorySegment memory, long at) {
    return element.part() == Element.INT
        ? memory.get(JAVA_INT_UNALIGNED, at)
        : memory.get(JAVA_LONG_UNALIGNED, at);
  }

  private static double real(Element element, MemorySegment memory, long at) {
    return element.part() == Element.FLOAT
        ? memory.get(JAVA_FLOAT_UNALIGNED, at)
        : memory.get(JAVA_DOUBLE_UNALIGNED, at);
  }

  /** Rounds to the type of the element. */
  private static void set(Element element, MemorySegment memory, long at, double value) {
    if (element.part() == Element.FLOAT) {
      memory.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
    } else {
      memory.set(JAVA_DOUBLE_UNALIGNED, at, value);
    }
  }

  /** A product of two floats is exact in double; so each operation here rounds once. */
  private static void product(
      Element element,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to) {
    int half = size(element) / 2;
    double a = real(element, left, l);
    double b = real(element, left, l + half);
    double c = real(element, right, r);
    double d = real(element, right, r + half);
    boolean single = element.part() == Element.FLOAT;
    double re = single ? (float) (a * c) - (double) (float) (b * d) : a * c - b * d;
    double im = single ? (float) (a * d) + (double) (float) (b * c) : a * d + b * c;
    set(element, result, to, re);
    set(element, result, to + half, im);
  }

  private static void number(
      Element element,
      Operator operator,
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to) {
    switch (element) {
      case INT -> {
        long value = whole(operator, whole(element, left, l), whole(element, right, r));
        result.set(JAVA_INT_UNALIGNED, to, (int) value);
      }
      case LONG -> {
        long value = whole(operator, whole(element, left, l), whole(element, right, r));
        result.set(JAVA_LONG_UNALIGNED, to, value);
      }
      default ->
          set(element, result, to, real(operator, real(element, left, l), real(element, right, r)));
    }
  }

  private static long whole(Operator operator, long a, long b) {
    return switch (operator) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN -> a < b ? a : b;
      case MAX -> a > b ? a : b;
      case LOGICAL_AND -> a == 0 || b == 0 ? 0 : 1;
      case LOGICAL_OR -> a == 0 && b == 0 ? 0 : 1;
      case LOGICAL_XOR -> (a == 0) == (b == 0) ? 0 : 1;
      case BITWISE_AND -> ~(~a | ~b);
      case BITWISE_OR -> ~(~a & ~b);
      case BITWISE_XOR -> (a | b) & ~(a & b);
      default -> throw new IllegalArgumentException("no model of " + operator);
    };
  }

  /** Sums and products of floats, rounded to double and then to float, are rounded rightly. */
  private static double real(Operator operator, double a, double b) {
    return switch (operator) {
      case SUM -> a + b;
      case PRODUCT -> a * b;
      case MIN ->
          Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) < 0 ? a : b;
      case MAX ->
          Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) > 0 ? a : b;
      default -> throw new IllegalArgumentException("no model of " + operator);
    };
  }

  /** {@code target += scale * source} for the element at these places. */
  static void accumulate(
      Element element,
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to) {
    switch (element) {
      case INT -> {
        long sum = whole(element, target, to) + (int) scale * whole(element, source, from);
        target.set(JAVA_INT_UNALIGNED, to, (int) sum);
      }
      case LONG ->
          target.set(
              JAVA_LONG_UNALIGNED,
              to,
              whole(element, target, to) + scale * whole(element, source, from));
      case FLOAT, DOUBLE -> {
        double product = round(element, factor(element, scale) * real(element, source, from));
        set(element, target, to, real(element, target, to) + product);
      }
      default -> {
        int half = size(element) / 2;
        double x = real(element, source, from);
        double y = real(element, source, from + half);
        double re = factor(element, scale);
        double im = factor(element, imaginary);
        double first = round(element, round(element, x * re) - round(element, y * im));
        double second = round(element, round(element, y * re) + round(element, x * im));
        set(element, target, to, real(element, target, to) + first);
        set(element, target, to + half, real(element, target, to + half) + second);
      }
    }
  }

  private static double factor(Element element, long bits) {
    return element.part() == Element.FLOAT
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  private static double round(Element element, double value) {
    return element.part() == Element.FLOAT ? (float) value : value;
  }

  /** Makes all NaNs of a range the same, {@link Double#NaN}. */
  static MemorySegment withOneNan(Element element, MemorySegment memory, long from, long to) {
    if (!element.isInteger()) {
      int step = element.isIndexed() ? size(element) : size(element.part());
      for (long at = from; at < to; at += step) {
        if (Double.isNaN(real(element, memory, at))) {
          set(element, memory, at, Double.NaN);
        }
      }
    }
    return memory;
  }
}
