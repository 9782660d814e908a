package org.armci4j.transport.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Silence is what lasts while something is due and somebody looks. */
class SilenceTimerTest {
  private final SilenceTimer timer = new SilenceTimer();

  @Test
  void silenceEndsWithWhatEnds() {
    assertEquals(0, timer.look(7, true, 1), "since when nothing ends is unknown");
    assertEquals(1, timer.look(7, true, 1));
    assertEquals(5, timer.look(7, true, 4));
    assertEquals(0, timer.look(8, true, 1));
    assertEquals(1, timer.look(8, true, 1));
  }

  @Test
  void nothingIsDueWhereNothingIsUnderWay() {
    timer.look(7, true, 1);
    assertEquals(0, timer.look(7, false, 1));
    assertEquals(0, timer.look(7, true, 1), "it was started since");
    assertEquals(1, timer.look(7, true, 1));
  }
}
