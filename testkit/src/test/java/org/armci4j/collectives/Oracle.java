package org.armci4j.collectives;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * Computes the result of each collective on one thread from the elements of all ranks. Elements are
 * arrays of longs: doubles by their bits, pairs as two longs.
 */
final class Oracle {
  private static final long UNTOUCHED = 0x5a5a_5a5a_5a5a_5a5aL;

  private final int size;
  private final IntFunction<long[]> inputs;

  /** Elements by rank, kept because drawing them takes longer than using them. */
  private final long[][] drawn;

  /**
   * @param inputs gives the elements of each rank
   */
  Oracle(int size, IntFunction<long[]> inputs) {
    this.size = size;
    this.inputs = inputs;
    this.drawn = new long[size][];
  }

  /** Returns the elements of a rank: the same array at every call, not to be changed. */
  long[] input(int rank) {
    if (drawn[rank] == null) {
      drawn[rank] = inputs.apply(rank);
    }
    return drawn[rank];
  }

  /** Returns the elements of ranks 0 to {@code last}, combined in order. */
  long[] reduced(int last, BinaryOperator<long[]> combine) {
    long[] result = input(0);
    for (int rank = 1; rank <= last; rank++) {
      result = combine.apply(result, input(rank));
    }
    return result;
  }

  /** Returns all ranks' elements side by side. */
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

  /** Returns part {@code place} of every rank's elements, side by side. */
  long[] exchanged(int place) {
    long[] all = new long[input(0).length];
    int part = all.length / size;
    for (int rank = 0; rank < size; rank++) {
      System.arraycopy(input(rank), place * part, all, rank * part, part);
    }
    return all;
  }

  /**
   * Returns the result of a call at one rank; null where that rank gets nothing.
   *
   * @param parts elements that each rank gives: of alltoall, scatter and reduce-scatter to each
   *     rank
   */
  long[] result(Operation operation, Sample sample, int place, int root, int parts) {
    int words = parts * sample.words;
    BinaryOperator<long[]> combine = sample.combiner();
    return switch (operation) {
      case BARRIER -> null;
      case BROADCAST -> input(root);
      case REDUCE -> place == root ? reduced(size - 1, combine) : null;
      case ALLREDUCE -> reduced(size - 1, combine);
      case GATHER -> place == root ? gathered() : null;
      case ALLGATHER -> gathered();
      case SCATTER -> Arrays.copyOfRange(input(root), place * words, (place + 1) * words);
      case ALLTOALL -> exchanged(place);
      case REDUCE_SCATTER ->
          Arrays.copyOfRange(reduced(size - 1, combine), place * words, (place + 1) * words);
      case SCAN -> reduced(place, combine);
      case EXSCAN -> place == 0 ? untouched(words) : reduced(place - 1, combine);
    };
  }

  /** Returns the content of a destination before a call. */
  static long[] untouched(int words) {
    long[] array = new long[words];
    Arrays.fill(array, UNTOUCHED);
    return array;
  }
}
