package org.armci4j.examples.bfs;

import java.util.SplittableRandom;

/**
 * Permutes the numbers below a power of two without a table. Each step can be undone: a product
 * with an odd number modulo the power, a sum, and an exclusive or with the number's upper half.
 */
final class VertexScramble {
  private static final int ROUNDS = 3;

  private final int mask;
  private final int shift;
  private final int[] factors = new int[ROUNDS];
  private final int[] summands = new int[ROUNDS];

  VertexScramble(int bits, long seed) {
    this.mask = (1 << bits) - 1;
    this.shift = (bits + 1) / 2;
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < ROUNDS; round++) {
      factors[round] = random.nextInt() | 1;
      summands[round] = random.nextInt();
    }
  }

  /** Returns where a number goes. */
  int of(int number) {
    int scrambled = number;
    for (int round = 0; round < ROUNDS; round++) {
      scrambled = (scrambled * factors[round] + summands[round]) & mask;
      scrambled ^= scrambled >>> shift;
    }
    return scrambled;
  }
}
