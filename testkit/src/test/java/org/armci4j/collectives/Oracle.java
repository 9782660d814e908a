package org.armci4j.collectives;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * What each collective must give, computed by one thread from the elements of all ranks, which are
 * arrays of longs here: of doubles their bits, of pairs two each.
 */
final class Oracle {
  private final int size;
  private final IntFunction<long[]> inputs;

  /** By rank, once asked for: to draw the numbers takes longer than all that is done with them. */
  private final long[][] drawn;

  /**
   * @param inputs the elements of each rank
   */
  Oracle(int size, IntFunction<long[]> inputs) {
    this.size = size;
    this.inputs = inputs;
    this.drawn = new long[size][];
  }

  /** The elements of a rank; the same array at every call, not to be changed. */
  long[] input(int rank) {
    if (drawn[rank] == null) {
      drawn[rank] = inputs.apply(rank);
    }
    return drawn[rank];
  }

  /** The elements of ranks 0 to {@code last}, combined in order. */
  long[] reduced(int last, BinaryOperator<long[]> combine) {
    long[] result = input(0);
    for (int rank = 1; rank <= last; rank++) {
      result = combine.apply(result, input(rank));
    }
    return result;
  }

  /** Everyone's elements side by side. */
  long[] gathered() {
    long[] all = new long[0];
    for (int rank = 0; rank < size; rank++) {
      long[] part = input(rank);
      int from = all.length;
      all = Arrays.copyOf(all, from + part.length);
      System.arraycopy(part, 0, all, from, part.length);
    }
    return all;
  }

  /** Part {@code place} of every rank's elements, side by side. */
  long[] exchanged(int place) {
    long[] all = new long[input(0).length];
    int part = all.length / size;
    for (int rank = 0; rank < size; rank++) {
      System.arraycopy(input(rank), place * part, all, rank * part, part);
    }
    return all;
  }
}
