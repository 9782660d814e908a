package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Silence is what lasts while something is due and somebody looks. */
class SilenceTimerTest {
  private static final long SECOND = 1_000_000_000;

  private final SilenceTimer watch = new SilenceTimer(5 * SECOND, 0);

  @Test
  void silenceEndsWithWhatEnds() {
    for (int i = 1; i <= 5; i++) {
      assertFalse(watch.isTooLong(7, true, i * SECOND), "after " + i);
    }
    assertFalse(watch.isTooLong(8, true, 6 * SECOND));
    for (int i = 7; i <= 11; i++) {
      assertFalse(watch.isTooLong(8, true, i * SECOND), "after " + i);
    }
    assertTrue(watch.isTooLong(8, true, 12 * SECOND));
  }

  @Test
  void nothingIsDueWhereNothingIsUnderWay() {
    for (int i = 1; i <= 20; i++) {
      assertFalse(watch.isTooLong(7, false, i * SECOND), "after " + i);
    }
  }

  @Test
  void aProcessThatStoodStillSaysNothing() {
    assertFalse(watch.isTooLong(7, true, SECOND));
    assertFalse(watch.isTooLong(7, true, 1000 * SECOND));
    assertFalse(watch.isTooLong(7, true, 2000 * SECOND));
    assertTrue(watch.isTooLong(7, true, 3000 * SECOND));
  }
}
