package org.armci4j.testkit.fake;

import java.util.SplittableRandom;

/** What a network leaves to chance, drawn from a seed. */
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** True once in so many times. */
  synchronized boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** A number from 0 to below the bound. */
  synchronized int below(int bound) {
    return random.nextInt(bound);
  }
}
