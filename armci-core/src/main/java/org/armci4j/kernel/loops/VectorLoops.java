package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.armci4j.kernel.ExactClasses;

/**
 * Loops over numbers in the widest vectors of the CPU, with the same results as the plain loops,
 * for memory that gives vectors. A template, see {@link ExactClasses}: a loop that has seen
 * segments of two kinds is not compiled to vector instructions at all (16 µs instead of 50 ns for 4
 * KiB).
 *
 * <p>Four measured properties make {@link #rows} as quick as a loop in C:
 *
 * <ul>
 *   <li>It reads four vectors of each operand before it writes any. C2 does not do so by itself, as
 *       it must assume that the operands overlap.
 *   <li>It is a method of its own, without helpers for vectors. The JIT judges a method by all
 *       calls so far. If it has seen only short rows, it may leave helpers as calls, for which
 *       every vector becomes an object (5 µs instead of 1.2 for 64 KiB).
 *   <li>It goes through all rows, as checks of the operands would be repeated for each row (a row
 *       of 256 bytes in 12 ns instead of 18).
 *   <li>It takes no slices, although one index would then serve all operands. If the JIT leaves the
 *       slicing as a call, it does not know the slice's class. Then length, liveness and address
 *       are read again for every vector (3 µs).
 * </ul>
 *
 * <p>All methods that are called here are inlined whatever the profile says.
 */
final class VectorLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final Operator OPERATOR = constant(3, Operator.class);

  private static final Loops PLAIN = LoopTable.PLAIN.find(ELEMENT, OPERATOR).of(FROM, TO);
  private static final VectorSpecies<Object> SPECIES = species();
  private static final VectorOperators.Binary COMBINE = vectorOperator();
  private static final boolean SCALED = OPERATOR == Operator.SCALED_SUM;

  /**
   * Whether results may be NaNs, which must all get the same bits, like those of the plain loops.
   */
  private static final boolean MAY_BE_NAN = !SCALED && !ELEMENT.isInteger();

  private static final long NAN =
      ELEMENT == Element.FLOAT
          ? Float.floatToIntBits(Float.NaN)
          : Double.doubleToLongBits(Double.NaN);

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long STEP = SPECIES.vectorByteSize();

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  @SuppressWarnings("unchecked") // one type of elements in each class; nothing here depends on it
  private static VectorSpecies<Object> species() {
    VectorSpecies<?> species =
        switch (ELEMENT) {
          case INT -> IntVector.SPECIES_PREFERRED;
          case LONG -> LongVector.SPECIES_PREFERRED;
          case FLOAT -> FloatVector.SPECIES_PREFERRED;
          default -> DoubleVector.SPECIES_PREFERRED;
        };
    return (VectorSpecies<Object>) species;
  }

  private static VectorOperators.Binary vectorOperator() {
    return switch (OPERATOR) {
      case SCALED_SUM, SUM -> VectorOperators.ADD;
      case PRODUCT -> VectorOperators.MUL;
      case MIN -> VectorOperators.MIN;
      case MAX -> VectorOperators.MAX;
      case BITWISE_AND -> VectorOperators.AND;
      case BITWISE_OR -> VectorOperators.OR;
      case BITWISE_XOR -> VectorOperators.XOR;
      default -> throw new IllegalArgumentException("no vectors for " + OPERATOR);
    };
  }

  @SuppressWarnings("unchecked") // see species
  private static Vector<Object> everywhere(long bits) {
    Vector<?> vector;
    if (ELEMENT == Element.INT) {
      vector = IntVector.broadcast(IntVector.SPECIES_PREFERRED, (int) bits);
    } else if (ELEMENT == Element.LONG) {
      vector = LongVector.broadcast(LongVector.SPECIES_PREFERRED, bits);
    } else if (ELEMENT == Element.FLOAT) {
      float single = Float.intBitsToFloat((int) bits);
      vector = FloatVector.broadcast(FloatVector.SPECIES_PREFERRED, single);
    } else {
      vector =
          DoubleVector.broadcast(DoubleVector.SPECIES_PREFERRED, Double.longBitsToDouble(bits));
    }
    return (Vector<Object>) vector;
  }

  /** Returns how many bytes of each row are combined in vectors. */
  private static long vectorBytes(long rowBytes) {
    return rowBytes / STEP * STEP;
  }

  @Override
  public void combine(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long sizeBytes) {
    long done = vectorBytes(sizeBytes);
    if (done > 0) {
      rows(0, left, l, right, r, 0, result, to, 0, done, 1);
    }
    if (done < sizeBytes) {
      PLAIN.combine(left, l + done, right, r + done, result, to + done, sizeBytes - done);
    }
  }

  @Override
  public void accumulate(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    long done = vectorBytes(rowBytes);
    if (done > 0) {
      rows(scale, target, to, source, from, fromStride, target, to, toStride, done, rows);
    }
    if (done < rowBytes) {
      PLAIN.accumulate(
          scale,
          imaginary,
          source,
          from + done,
          fromStride,
          target,
          to + done,
          toStride,
          rowBytes - done,
          rows);
    }
  }

  /** Combines whole vectors. With several rows, the left operands are the results' places. */
  private static void rows(
      long scale,
      MemorySegment left,
      long l,
      MemorySegment right,
      long firstRight,
      long rightStride,
      MemorySegment result,
      long firstTo,
      long toStride,
      long sizeBytes,
      long rows) {
    if (left.getClass() != TO || right.getClass() != FROM || result.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, right, result);
    }
    MemorySegment a = SCALED ? result : left; // with SCALED both are the same
    Vector<Object> factor = everywhere(scale);
    Vector<Object> nan = everywhere(NAN);
    for (long row = 0; row < rows; row++) {
      long r = firstRight + row * rightStride;
      long to = firstTo + row * toStride;
      long at = SCALED ? to : l;
      long i = 0;
      for (; i <= sizeBytes - 4 * STEP; i += 4 * STEP) {
        Vector<Object> b0 = SPECIES.fromMemorySegment(right, r + i, ORDER);
        Vector<Object> b1 = SPECIES.fromMemorySegment(right, r + i + STEP, ORDER);
        Vector<Object> b2 = SPECIES.fromMemorySegment(right, r + i + 2 * STEP, ORDER);
        Vector<Object> b3 = SPECIES.fromMemorySegment(right, r + i + 3 * STEP, ORDER);
        if (SCALED) {
          b0 = b0.mul(factor);
          b1 = b1.mul(factor);
          b2 = b2.mul(factor);
          b3 = b3.mul(factor);
        }
        Vector<Object> c0 = SPECIES.fromMemorySegment(a, at + i, ORDER).lanewise(COMBINE, b0);
        Vector<Object> c1 =
            SPECIES.fromMemorySegment(a, at + i + STEP, ORDER).lanewise(COMBINE, b1);
        Vector<Object> c2 =
            SPECIES.fromMemorySegment(a, at + i + 2 * STEP, ORDER).lanewise(COMBINE, b2);
        Vector<Object> c3 =
            SPECIES.fromMemorySegment(a, at + i + 3 * STEP, ORDER).lanewise(COMBINE, b3);
        if (MAY_BE_NAN) {
          c0 = c0.blend(nan, c0.test(VectorOperators.IS_NAN));
          c1 = c1.blend(nan, c1.test(VectorOperators.IS_NAN));
          c2 = c2.blend(nan, c2.test(VectorOperators.IS_NAN));
          c3 = c3.blend(nan, c3.test(VectorOperators.IS_NAN));
        }
        c0.intoMemorySegment(result, to + i, ORDER);
        c1.intoMemorySegment(result, to + i + STEP, ORDER);
        c2.intoMemorySegment(result, to + i + 2 * STEP, ORDER);
        c3.intoMemorySegment(result, to + i + 3 * STEP, ORDER);
      }
      for (; i < sizeBytes; i += STEP) {
        Vector<Object> one = SPECIES.fromMemorySegment(right, r + i, ORDER);
        if (SCALED) {
          one = one.mul(factor);
        }
        Vector<Object> c = SPECIES.fromMemorySegment(a, at + i, ORDER).lanewise(COMBINE, one);
        if (MAY_BE_NAN) {
          c = c.blend(nan, c.test(VectorOperators.IS_NAN));
        }
        c.intoMemorySegment(result, to + i, ORDER);
      }
    }
  }
}
