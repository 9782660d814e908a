package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.transport.network.path.Stripes;
import org.junit.jupiter.api.Test;

class StripeClockTest {
  private long nowNanos = 1000;
  private final StripeClock clock = new StripeClock(2, () -> nowNanos);

  private long arrived(int path, long beganNanos, long atNanos) {
    nowNanos = atNanos;
    clock.look();
    return clock.arrived(path, beganNanos);
  }

  @Test
  void aPathThatWasIdleTakesTheTimeSinceTheStart() {
    assertEquals(50, arrived(0, 1100, 1150));
    assertEquals(30, arrived(0, 1200, 1230));
  }

  /** The second one waited for the first, not the path for it. */
  @Test
  void waitingBehindAnotherStripeIsNotCounted() {
    assertEquals(50, arrived(0, 1100, 1150));
    assertEquals(60, arrived(0, 1100, 1210));
    assertEquals(110, arrived(1, 1100, 1210));
  }

  @Test
  void whatIsSeenTogetherIsTimedOnce() {
    assertEquals(50, arrived(0, 1100, 1150));
    assertEquals(Stripes.UNTIMED, clock.arrived(0, 1110));
  }

  /** A clock may stand still between a start and the next look. */
  @Test
  void noTimeIsNone() {
    assertEquals(Stripes.UNTIMED, arrived(0, 1100, 1100));
  }
}
