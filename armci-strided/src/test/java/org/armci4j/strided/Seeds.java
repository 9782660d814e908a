package org.armci4j.strided;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Repeats a check with random input. A failure names its seed; {@code -Dstrided.seed=SEED} in the
 * test's JVM repeats that one alone. Without it every run draws other seeds.
 */
final class Seeds {
  private Seeds() {}

  static void forEach(int times, Consumer<SplittableRandom> check) {
    Long only = Long.getLong("strided.seed");
    if (only != null) {
      run(only, check);
      return;
    }
    SplittableRandom seeds = new SplittableRandom();
    for (int i = 0; i < times; i++) {
      run(seeds.nextLong(), check);
    }
  }

  private static void run(long seed, Consumer<SplittableRandom> check) {
    try {
      check.accept(new SplittableRandom(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("to repeat: -Dstrided.seed=" + seed + "; " + e, e);
    }
  }
}
