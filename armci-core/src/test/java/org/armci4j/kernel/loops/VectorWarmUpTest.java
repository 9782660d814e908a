package org.armci4j.kernel.loops;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Vectors take over when they are faster, and not when something has stopped the plain loop. */
class VectorWarmUpTest {
  private static final long SHORT_NANOS = 20_000;
  private static final long LONG_NANOS = 400_000;

  private int rounds;

  private static void compute(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void oneSlowRoundOfThePlainLoopDecidesNothing() {
    Runnable loops = () -> compute(rounds++ == 0 ? 10 * LONG_NANOS : SHORT_NANOS);
    assertFalse(VectorWarmUp.succeeds(loops, () -> compute(LONG_NANOS)));
  }

  @Test
  void vectorsWinOnceTheyAreCompiled() {
    Runnable vectors = () -> compute(rounds++ < 50 ? LONG_NANOS : SHORT_NANOS / 2);
    assertTrue(VectorWarmUp.succeeds(() -> compute(SHORT_NANOS), vectors));
  }
}
