package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.armci4j.kernel.ExactClasses;

/**
 * Accumulates complex numbers in vectors, as {@link VectorLoops} does others. A vector holds pairs
 * (re, im). It is multiplied by the factor's real part. Then its lanes are swapped within each pair
 * and multiplied by the imaginary part, with the sign that each lane needs.
 */
final class VectorComplexLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final boolean SINGLE = ELEMENT == Element.COMPLEX_FLOAT;

  private static final Loops PLAIN =
      LoopTable.PLAIN.find(ELEMENT, Operator.SCALED_SUM).of(FROM, TO);
  private static final VectorSpecies<Object> SPECIES = species();

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final VectorShuffle<Object> SWAP = VectorShuffle.fromOp(SPECIES, lane -> lane ^ 1);
  private static final VectorMask<Object> ODD =
      VectorMask.fromLong(SPECIES, 0xAAAA_AAAA_AAAA_AAAAL);

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  @SuppressWarnings("unchecked") // one type of elements in each class; nothing here depends on it
  private static VectorSpecies<Object> species() {
    VectorSpecies<?> species =
        SINGLE ? FloatVector.SPECIES_PREFERRED : DoubleVector.SPECIES_PREFERRED;
    return (VectorSpecies<Object>) species;
  }

  /** Returns a vector with the number of these bits, or its negative, in every lane. */
  @SuppressWarnings("unchecked") // see species
  private static Vector<Object> everywhere(long bits, boolean negative) {
    Vector<?> vector;
    if (SINGLE) {
      float value = Float.intBitsToFloat((int) bits);
      vector = FloatVector.broadcast(FloatVector.SPECIES_PREFERRED, negative ? -value : value);
    } else {
      double value = Double.longBitsToDouble(bits);
      vector = DoubleVector.broadcast(DoubleVector.SPECIES_PREFERRED, negative ? -value : value);
    }
    return (Vector<Object>) vector;
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
    long done = rowBytes / STEP * STEP;
    if (done > 0) {
      for (long row = 0; row < rows; row++) {
        row(scale, imaginary, source, from + row * fromStride, target, to + row * toStride, done);
      }
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

  /** Accumulates whole vectors of one row. */
  private static void row(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    if (source.getClass() != FROM || target.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, source, target);
    }
    Vector<Object> same = everywhere(scale, false);
    Vector<Object> other = everywhere(imaginary, true).blend(everywhere(imaginary, false), ODD);
    for (long i = 0; i < sizeBytes; i += STEP) {
      Vector<Object> x = SPECIES.fromMemorySegment(source, from + i, ORDER);
      Vector<Object> product = x.mul(same).add(x.rearrange(SWAP).mul(other));
      SPECIES
          .fromMemorySegment(target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
  }
}
