package org.armci4j.examples.sparse;

import java.util.SplittableRandom;

/** Makes random generators that depend on a seed and a number, and not on the rank. */
public final class SeededRandom {
  private SeededRandom() {}

  /**
   * Returns a new generator.
   *
   * @param seed the seed of the whole program
   * @param number tells generators of one seed apart
   * @return the same numbers on every rank
   */
  public static SplittableRandom of(long seed, long number) {
    // The sums of near seeds and near numbers meet; random places for the seeds lie far apart.
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
  }
}
