package org.armci4j.lab.contracts;

/**
 * Says how often a contract repeats what it does fast in memory. A network that is much slower than
 * memory gets a part of the repetitions, and always a tenth of them.
 *
 * @param scale above 0; 1 for all repetitions
 */
record Repetitions(double scale) {
  private static final double LEAST = 0.1;

  /** Returns how many of so many repetitions there are, at least 1. */
  int of(int all) {
    return (int) Math.max(1, all * Math.clamp(scale, LEAST, 1));
  }
}
