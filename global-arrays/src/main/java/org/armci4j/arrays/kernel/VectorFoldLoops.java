package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.armci4j.kernel.ExactClasses;

/**
 * Folds by vectors, four sums of a vector's width at a time. A template, see {@link ExactClasses},
 * without helpers, as {@link VectorTile} explains. Only for a JVM that has the Vector API.
 */
final class VectorFoldLoops implements FoldLoops {
  private static final Class<?> FIRST = constant(0, Class.class);
  private static final Class<?> SECOND = constant(1, Class.class);
  private static final Fold FOLD = constant(2, Fold.class);

  private static final FoldLoops PLAIN = FoldTable.PLAIN.find(FOLD).of(FIRST, SECOND);
  private static final VectorSpecies<Double> SPECIES = species();
  private static final int LANES = SPECIES.length();
  private static final long STEP = (long) LANES * Double.BYTES;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private static final VectorOperators.Binary COMBINE =
      switch (FOLD) {
        case DOT, SUM, ABSOLUTES -> VectorOperators.ADD;
        case MIN -> VectorOperators.MIN;
        case MAX -> VectorOperators.MAX;
      };

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  /** Returns the widest vectors of which four have at most {@link #SUMS} numbers. */
  private static VectorSpecies<Double> species() {
    VectorSpecies<Double> widest = DoubleVector.SPECIES_PREFERRED;
    return 4 * widest.length() <= SUMS
        ? widest
        : VectorSpecies.of(double.class, VectorShape.S_512_BIT);
  }

  @Override
  public void fold(
      MemorySegment first,
      long from,
      MemorySegment second,
      long other,
      int count,
      double[] totals) {
    if (first.getClass() != FIRST || second.getClass() != SECOND) {
      throw ExactClasses.mistake(FIRST, SECOND, first, second);
    }
    int whole = count - count % SUMS;
    for (int sum = 0; sum < SUMS; sum += 4 * LANES) {
      DoubleVector s0 = DoubleVector.broadcast(SPECIES, FOLD.none());
      DoubleVector s1 = s0;
      DoubleVector s2 = s0;
      DoubleVector s3 = s0;
      for (int i = sum; i < whole; i += SUMS) {
        long a = from + (long) i * Double.BYTES;
        DoubleVector x0 = DoubleVector.fromMemorySegment(SPECIES, first, a, ORDER);
        DoubleVector x1 = DoubleVector.fromMemorySegment(SPECIES, first, a + STEP, ORDER);
        DoubleVector x2 = DoubleVector.fromMemorySegment(SPECIES, first, a + 2 * STEP, ORDER);
        DoubleVector x3 = DoubleVector.fromMemorySegment(SPECIES, first, a + 3 * STEP, ORDER);
        if (FOLD == Fold.DOT) {
          long b = other + (long) i * Double.BYTES;
          x0 = x0.mul(DoubleVector.fromMemorySegment(SPECIES, second, b, ORDER));
          x1 = x1.mul(DoubleVector.fromMemorySegment(SPECIES, second, b + STEP, ORDER));
          x2 = x2.mul(DoubleVector.fromMemorySegment(SPECIES, second, b + 2 * STEP, ORDER));
          x3 = x3.mul(DoubleVector.fromMemorySegment(SPECIES, second, b + 3 * STEP, ORDER));
        } else if (FOLD == Fold.ABSOLUTES) {
          x0 = x0.abs();
          x1 = x1.abs();
          x2 = x2.abs();
          x3 = x3.abs();
        }
        s0 = s0.lanewise(COMBINE, x0);
        s1 = s1.lanewise(COMBINE, x1);
        s2 = s2.lanewise(COMBINE, x2);
        s3 = s3.lanewise(COMBINE, x3);
      }
      int sum1 = sum + LANES;
      int sum2 = sum1 + LANES;
      int sum3 = sum2 + LANES;
      DoubleVector.fromArray(SPECIES, totals, sum).lanewise(COMBINE, s0).intoArray(totals, sum);
      DoubleVector.fromArray(SPECIES, totals, sum1).lanewise(COMBINE, s1).intoArray(totals, sum1);
      DoubleVector.fromArray(SPECIES, totals, sum2).lanewise(COMBINE, s2).intoArray(totals, sum2);
      DoubleVector.fromArray(SPECIES, totals, sum3).lanewise(COMBINE, s3).intoArray(totals, sum3);
    }
    if (whole < count) {
      long done = (long) whole * Double.BYTES;
      PLAIN.fold(first, from + done, second, other + done, count - whole, totals);
    }
  }
}
