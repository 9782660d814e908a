package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PollTimeTest {
  private static final long NANOS = 20_000;

  private final PollTime time = new PollTime(NANOS);

  @Test
  void whatWasInVainIsTriedFromTimeToTime() {
    int tries = 0;
    for (int i = 0; i < 160; i++) {
      tries += time.nanos() > 0 ? 1 : 0;
      time.wasInVain();
    }
    assertEquals(11, tries, "two at first, and then each sixteenth");
  }

  @Test
  void whatPaysGoesOn() {
    for (int i = 0; i < 5; i++) {
      time.wasInVain();
    }
    assertEquals(0, time.nanos());
    time.paid();
    assertEquals(NANOS, time.nanos());
  }
}
