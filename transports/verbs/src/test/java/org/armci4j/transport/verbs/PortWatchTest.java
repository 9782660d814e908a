package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.junit.jupiter.api.Test;

/** A rank that waits learns that its own link is gone, and not that it was gone for a moment. */
class PortWatchTest {
  private static final long LIMIT = 8_000;

  private DevicePort.State state = DevicePort.State.ACTIVE;
  private int queries;
  private long now = System.nanoTime();
  private final PortWatch watch = watch(LIMIT * 1_000_000);

  private PortWatch watch(long limitNanos) {
    return new PortWatch(
        () -> {
          queries++;
          return state;
        },
        "rank 3: port 1 of device rxe1",
        limitNanos);
  }

  /** Looks every second for so long. */
  private void look(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += 1_000_000_000L;
      watch.look(now);
    }
  }

  @Test
  void aPortThatStaysDownIsTold() {
    look(3);
    state = DevicePort.State.DOWN;
    look(8);
    ArmciException told = assertThrows(ArmciException.class, () -> look(1));
    assertTrue(
        told.getMessage()
            .startsWith("rank 3: port 1 of device rxe1 has been DOWN for 8,000 ms (verbsPort"),
        told.getMessage());
  }

  @Test
  void aPortThatComesBackIsNot() {
    look(1);
    state = DevicePort.State.DOWN;
    look(7);
    state = DevicePort.State.ACTIVE;
    look(1);
    state = DevicePort.State.DOWN;
    assertDoesNotThrow(() -> look(8));
  }

  /** Down before and after a computation says nothing of the time between. */
  @Test
  void timeInWhichNobodyLookedDoesNotCount() {
    look(1);
    state = DevicePort.State.DOWN;
    look(2);
    now += 3600_000_000_000L;
    assertDoesNotThrow(() -> look(8));
  }

  @Test
  void manyPollsAreFewQueries() {
    for (int i = 0; i < 1000; i++) {
      now += 1_000_000;
      watch.look(now);
    }
    assertTrue(queries <= 2, queries + " queries in a second");
  }

  @Test
  void noLimitNeverLooks() {
    state = DevicePort.State.DOWN;
    PortWatch never = watch(0);
    now += LIMIT * 10_000_000;
    never.look(now);
    assertEquals(0, queries);
  }
}
