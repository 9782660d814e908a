package org.armci4j.testkit.fake;

import java.util.SplittableRandom;

/** Draws the chances of a network from a seed. */
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Returns true once in {@code times} times on average. */
  synchronized boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** Returns a number from 0 to below the bound. */
  synchronized int below(int bound) {
    return random.nextInt(bound);
  }
}
