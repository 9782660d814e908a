package org.armci4j.bootstrap;

/** Seeds of random tests: new at each run, printed, and set again by {@code -Dtest.seed=N}. */
public final class Seed {
  private Seed() {}

  /** A seed for the test called {@code name}. */
  public static long of(String name) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println(name + ": replay with -Dtest.seed=" + seed);
    return seed;
  }
}
