package org.armci4j.arrays.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.VectorApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Folds by plain loops and by vectors, of native memory and of arrays. The system property {@code
 * test.seed} repeats the draws of a run.
 */
class FoldSumsTest {
  /** Counts beside those of vectors and of sums. */
  private static final int[] COUNTS = {0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 96, 257, 1023, 1024};

  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE
  };

  private static final int ROUNDS = 20;

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @BeforeAll
  static void loadVectors() {
    assertTrue(VectorApi.load(FoldTable.class), "export jdk.internal.module to the tests");
  }

  /** Numbers in native memory at any alignment, and in an array. */
  private record Numbers(MemorySegment far, long from, MemorySegment near) {
    static Numbers of(double[] values, long from) {
      MemorySegment near = MemorySegment.ofArray(values);
      MemorySegment far = Arena.ofAuto().allocate(near.byteSize() + from, Double.BYTES);
      MemorySegment.copy(near, 0, far, from, near.byteSize());
      return new Numbers(far, from, near);
    }
  }

  @ParameterizedTest
  @EnumSource
  void allFormsAgreeBitForBit(Fold fold) {
    System.out.printf(Locale.ROOT, "folds: -Dtest.seed=%d%n", seed);
    for (int round = 0; round < ROUNDS; round++) {
      double[] totals = draw(2 * FoldLoops.SUMS, false);
      for (int count : COUNTS) {
        boolean special = random.nextInt(4) == 0;
        Numbers first = Numbers.of(draw(count, special), random.nextInt(9));
        Numbers second = Numbers.of(draw(count, special), random.nextInt(9));
        long[] expected = folded(FoldTable.PLAIN, fold, first, second, false, count, totals);
        for (FoldTable table : new FoldTable[] {FoldTable.PLAIN, FoldTable.VECTORS}) {
          for (boolean near : new boolean[] {false, true}) {
            assertArrayEquals(
                expected,
                folded(table, fold, first, second, near, count, totals),
                () -> "%s of %d, seed %d".formatted(fold, count, seed));
          }
        }
      }
    }
  }

  /** Returns the bits of the totals; all NaNs have the same. */
  private static long[] folded(
      FoldTable table,
      Fold fold,
      Numbers first,
      Numbers second,
      boolean near,
      int count,
      double[] totals) {
    double[] found = totals.clone();
    MemorySegment one = near ? first.near : first.far;
    MemorySegment other = near ? second.near : second.far;
    FoldLoops loops = table.find(fold).between(one, other);
    loops.fold(one, near ? 0 : first.from, other, near ? 0 : second.from, count, found);
    return Arrays.stream(found).limit(FoldLoops.SUMS).mapToLong(Double::doubleToLongBits).toArray();
  }

  private double[] draw(int count, boolean special) {
    double[] values = random.doubles(count, -1, 1).toArray();
    for (int i = 0; special && i < count; i += 1 + random.nextInt(20)) {
      values[i] = SPECIAL[random.nextInt(SPECIAL.length)];
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource
  void wholeNumbersAreFoldedExactly(Fold fold) {
    for (int round = 0; round < ROUNDS; round++) {
      FoldSums sums = new FoldSums(fold);
      for (int take = 0; take < 2; take++) {
        double expected = fold.none();
        int pieces = random.nextInt(4);
        for (int piece = 0; piece < pieces; piece++) {
          int count = COUNTS[random.nextInt(COUNTS.length)];
          double[] x = random.ints(count, -50, 51).asDoubleStream().toArray();
          double[] y = random.ints(count, -50, 51).asDoubleStream().toArray();
          for (int i = 0; i < count; i++) {
            expected =
                switch (fold) {
                  case DOT -> expected + x[i] * y[i];
                  case SUM -> expected + x[i];
                  case ABSOLUTES -> expected + Math.abs(x[i]);
                  case MIN -> Math.min(expected, x[i]);
                  case MAX -> Math.max(expected, x[i]);
                };
          }
          sums.add(MemorySegment.ofArray(x), 0, MemorySegment.ofArray(y), 0, count);
        }
        assertEquals(expected, sums.take(), () -> fold + ", seed " + seed);
      }
    }
  }

  /** Each of 32 sums has few summands, whose errors do not add up. */
  @Test
  void manySumsRoundLittle() {
    int count = 1024;
    int pieces = 300;
    double tenth = 0.1;
    MemorySegment tenths = Arena.ofAuto().allocate((long) count * Double.BYTES, Double.BYTES);
    for (int i = 0; i < count; i++) {
      tenths.setAtIndex(ValueLayout.JAVA_DOUBLE, i, tenth);
    }
    FoldSums sums = new FoldSums(Fold.SUM);
    for (int i = 0; i < pieces; i++) {
      sums.add(tenths, 0, tenths, 0, count);
    }
    double exact = new BigDecimal(tenth).multiply(new BigDecimal(count * pieces)).doubleValue();
    assertEquals(exact, sums.take(), 1e-13 * exact);
  }

  /** A program does not see when vectors take over. */
  @Test
  void theChoiceKeepsItsResults() {
    MemorySegment numbers = MemorySegment.ofArray(draw(1024, false));
    FoldSums sums = new FoldSums(Fold.DOT);
    sums.add(numbers, 0, numbers, 0, 1024);
    double expected = sums.take();
    FoldLoops warm = FoldTable.warm(Fold.DOT, numbers.getClass()); // plain by the first compiler
    double[] totals = new double[2 * FoldLoops.SUMS];
    warm.fold(numbers, 0, numbers, 0, 1024, totals);
    for (int i = 0; i < 5000; i++) {
      sums.add(numbers, 0, numbers, 0, 1024);
      assertEquals(expected, sums.take());
    }
    FoldSums once = new FoldSums(Fold.SUM);
    once.add(MemorySegment.ofArray(totals), 0, MemorySegment.ofArray(totals), 0, FoldLoops.SUMS);
    assertEquals(expected, once.take());
  }
}
