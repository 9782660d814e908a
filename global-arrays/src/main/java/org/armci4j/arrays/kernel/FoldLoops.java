package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;

/**
 * The loop of one {@link Fold} over pieces of two memories, of one class each. Number {@code i} of
 * a piece belongs to sum {@code i} modulo {@link #SUMS}, whatever the width of vectors, so plain
 * loops and vectors have the same results bit for bit.
 */
interface FoldLoops {
  /** Sums that are computed side by side: 4 of the widest vectors. A power of two. */
  int SUMS = 32;

  /**
   * Combines each sum of a piece with a total.
   *
   * @param first memory of the first numbers, at any alignment
   * @param from first byte there
   * @param second memory of the second numbers; read by {@link Fold#DOT} alone
   * @param other first byte there
   * @param count numbers of the piece
   * @param totals the {@link #SUMS} results so far, and room for as many numbers behind them
   */
  void fold(
      MemorySegment first, long from, MemorySegment second, long other, int count, double[] totals);
}
