package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.kernel.ExactClasses;

/**
 * Folds numbers piece by piece where they lie. The result depends on the pieces alone, not on their
 * alignment, nor on whether vectors compute it. Many sums side by side also round less than one
 * sum. For one thread at a time.
 */
public final class FoldSums {
  private final Fold fold;
  private final ExactClasses<FoldLoops> loops;
  private final double[] totals = new double[2 * FoldLoops.SUMS];

  /**
   * @param fold the function of the numbers
   */
  public FoldSums(Fold fold) {
    this.fold = fold;
    this.loops = FoldTable.CHOSEN.find(fold);
    Arrays.fill(totals, fold.none());
  }

  /**
   * Folds a piece. Both memories are native ones of arenas, or both are arrays of {@code double}.
   *
   * @param first memory of the first numbers
   * @param from first byte there
   * @param second memory of the second numbers, for {@link Fold#DOT}; otherwise that of the first
   * @param other first byte there
   * @param count numbers of the piece
   */
  public void add(MemorySegment first, long from, MemorySegment second, long other, int count) {
    loops.between(first, second).fold(first, from, second, other, count, totals);
  }

  /** Returns the result of all pieces, and begins anew. */
  public double take() {
    for (int half = FoldLoops.SUMS / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        totals[i] = fold.combine(totals[i], totals[i + half]);
      }
    }
    double result = totals[0];
    Arrays.fill(totals, fold.none());
    return result;
  }
}
