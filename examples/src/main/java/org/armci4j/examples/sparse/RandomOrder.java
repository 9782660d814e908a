package org.armci4j.examples.sparse;

import java.util.SplittableRandom;

/** Makes random permutations. Each rank makes the whole of one, so all have the same. */
public final class RandomOrder {
  private RandomOrder() {}

  /**
   * Returns a permutation for the rows of a matrix, each with equal probability.
   *
   * @param rows their number
   * @param seed the seed of the whole program
   * @return 0 to rows - 1 in random order
   */
  public static int[] ofRows(int rows, long seed) {
    return of(rows, SeededRandom.of(seed, -1));
  }

  /**
   * Returns another permutation, for the columns of a matrix.
   *
   * @param columns their number
   * @param seed the seed of the whole program
   * @return 0 to columns - 1 in random order
   */
  public static int[] ofColumns(int columns, long seed) {
    return of(columns, SeededRandom.of(seed, -2));
  }

  private static int[] of(int length, SplittableRandom random) {
    int[] order = new int[length];
    for (int i = 0; i < length; i++) { // Fisher and Yates, from the inside out
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }
}
