package org.armci4j.arrays.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.armci4j.kernel.ExactClasses;

/**
 * Folds by plain loops: before vectors are compiled, without the Vector API, and for the last
 * numbers of a piece. A template, see {@link ExactClasses}.
 */
final class PlainFoldLoops implements FoldLoops {
  private static final Class<?> FIRST = constant(0, Class.class);
  private static final Class<?> SECOND = constant(1, Class.class);
  private static final Fold FOLD = constant(2, Fold.class);

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
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
    Arrays.fill(totals, SUMS, 2 * SUMS, FOLD.none());
    for (int i = 0; i < whole; i += 4) { // four, which do not wait for one another
      long a = from + (long) i * Double.BYTES;
      long b = other + (long) i * Double.BYTES;
      double t0 = term(first, a, second, b);
      double t1 = term(first, a + Double.BYTES, second, b + Double.BYTES);
      double t2 = term(first, a + 2 * Double.BYTES, second, b + 2 * Double.BYTES);
      double t3 = term(first, a + 3 * Double.BYTES, second, b + 3 * Double.BYTES);
      int sum = SUMS + (i & (SUMS - 1));
      totals[sum] = FOLD.combine(totals[sum], t0);
      totals[sum + 1] = FOLD.combine(totals[sum + 1], t1);
      totals[sum + 2] = FOLD.combine(totals[sum + 2], t2);
      totals[sum + 3] = FOLD.combine(totals[sum + 3], t3);
    }
    for (int sum = 0; sum < SUMS; sum++) {
      totals[sum] = FOLD.combine(totals[sum], totals[SUMS + sum]);
    }
    for (int i = whole; i < count; i++) {
      long at = (long) i * Double.BYTES;
      double term = term(first, from + at, second, other + at);
      totals[i - whole] = FOLD.combine(totals[i - whole], term);
    }
  }

  private static double term(MemorySegment first, long a, MemorySegment second, long b) {
    double y = FOLD == Fold.DOT ? second.get(JAVA_DOUBLE_UNALIGNED, b) : 0;
    return FOLD.term(first.get(JAVA_DOUBLE_UNALIGNED, a), y);
  }
}
