package org.armci4j.collectives;

import java.util.Arrays;

/**
 * Computes the result of a collective on one thread from the elements of all ranks. Elements are
 * arrays of longs: doubles by their bits, pairs as two longs.
 */
final class Oracle {
  private static final long UNTOUCHED = 0x5a5a_5a5a_5a5a_5a5aL;

  private final Operation operation;
  private final Sample sample;
  private final int size;
  private final int parts;
  private final long salt;

  /** Elements by rank, kept because drawing them takes longer than using them. */
  private final long[][] drawn;

  /**
   * Knows one call.
   *
   * @param parts elements that each rank gives: of alltoall, scatter and reduce-scatter to each
   *     rank
   * @param salt draws the elements, the same on all ranks
   */
  Oracle(Operation operation, Sample sample, int size, int parts, long salt) {
    this.operation = operation;
    this.sample = sample;
    this.size = size;
    this.parts = parts;
    this.salt = salt;
    this.drawn = new long[size][];
  }

  /** Returns the elements of a rank: the same array at every call, not to be changed. */
  long[] input(int rank) {
    if (drawn[rank] == null) {
      int given =
          switch (operation) {
            case ALLTOALL, REDUCE_SCATTER, SCATTER -> parts * size;
            default -> parts;
          };
      drawn[rank] = sample.elements(rank, given, salt);
    }
    return drawn[rank];
  }

  /** Returns the elements of ranks 0 to {@code last}, combined in order. */
  private long[] reduced(int last) {
    long[] result = input(0);
    for (int rank = 1; rank <= last; rank++) {
      result = sample.combine(result, input(rank));
    }
    return result;
  }

  /** Returns all ranks' elements side by side. */
  private long[] gathered() {
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
  private long[] exchanged(int place) {
    long[] all = new long[input(0).length];
    int part = all.length / size;
    for (int rank = 0; rank < size; rank++) {
      System.arraycopy(input(rank), place * part, all, rank * part, part);
    }
    return all;
  }

  /** Returns the result at one rank; null where that rank gets nothing. */
  long[] result(int place, int root) {
    int words = parts * sample.words;
    return switch (operation) {
      case BARRIER -> null;
      case BROADCAST -> input(root);
      case REDUCE -> place == root ? reduced(size - 1) : null;
      case ALLREDUCE -> reduced(size - 1);
      case GATHER -> place == root ? gathered() : null;
      case ALLGATHER -> gathered();
      case SCATTER -> Arrays.copyOfRange(input(root), place * words, (place + 1) * words);
      case ALLTOALL -> exchanged(place);
      case REDUCE_SCATTER ->
          Arrays.copyOfRange(reduced(size - 1), place * words, (place + 1) * words);
      case SCAN -> reduced(place);
      case EXSCAN -> place == 0 ? untouched(words) : reduced(place - 1);
    };
  }

  /** Returns the content of a destination before a call. */
  static long[] untouched(int words) {
    long[] array = new long[words];
    Arrays.fill(array, UNTOUCHED);
    return array;
  }
}
