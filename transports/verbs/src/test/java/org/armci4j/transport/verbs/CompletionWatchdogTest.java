package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.CompletionWatchdog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device that neither ends requests nor says why is found out, and nudged before. */
@Timeout(300)
class CompletionWatchdogTest {
  private static final int LIMIT_SECONDS = 8;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final String NOTHING = "write of 0 segments, 0 bytes";

  private final ConnectionRig rig = new ConnectionRig();
  private final Connection connection = rig.connection;
  private final long remote = rig.remote.address();
  private final CompletionWatchdog watchdog =
      new CompletionWatchdog(rig.table::watched, LIMIT_SECONDS * SECOND, "verbsRequestTimeout");
  private long now = System.nanoTime();

  @AfterEach
  void close() {
    rig.close();
  }

  private void silence() {
    rig.device.slowDown(Integer.MAX_VALUE);
  }

  private long get() {
    return connection.read(rig.registered.address(), 8, 7, remote, 1);
  }

  /** Looks every second for so long. */
  private void look(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += SECOND;
      watchdog.look(now);
    }
  }

  @Test
  void aConnectionOnWhichNothingEndsIsGivenUp() {
    silence();
    get();
    look(LIMIT_SECONDS + 1);
    assertDoesNotThrow(rig.failures::check);
    look(1);
    String message = assertThrows(ArmciException.class, rig.failures::check).getMessage();
    assertEquals(
        Text.format(
                "rank 0 lost its connection to rank 1 through emulated port 1: get (8 bytes at"
                    + " address 0x%x",
                remote)
            + " there) did not end within 8,000 ms (verbsRequestTimeout), nor did the device tell"
            + " why",
        message);
    assertEquals(message, assertThrows(ArmciException.class, connection::flush).getMessage());
  }

  @Test
  void oneThatEndsRequestsNowAndThenIsNot() {
    for (int i = 0; i < 3; i++) {
      silence();
      get();
      look(LIMIT_SECONDS);
      rig.device.slowDown(1);
      assertTrue(rig.poller.poll());
      get();
    }
    assertDoesNotThrow(rig.failures::check);
  }

  @Test
  void anIdleOneIsNot() {
    connection.progress().await(get(), "get");
    look(3 * LIMIT_SECONDS);
    assertDoesNotThrow(rig.failures::check);
  }

  /** The process may have been stopped, and the device have done its work meanwhile. */
  @Test
  void timeInWhichNobodyLookedHardlyCounts() {
    silence();
    get();
    look(2);
    now += 3600 * SECOND;
    watchdog.look(now);
    look(LIMIT_SECONDS - 4);
    assertDoesNotThrow(rig.failures::check);
  }

  @Test
  void aRequestOfWhichNothingWillTellIsNoSilenceUntilANudgeAsks() {
    silence();
    connection.writeWord(1, Long.BYTES, remote, 1);
    look(3 * LIMIT_SECONDS);
    assertDoesNotThrow(rig.failures::check);
    connection.look();
    look(LIMIT_SECONDS + 2);
    String message = assertThrows(ArmciException.class, rig.failures::check).getMessage();
    assertTrue(message.contains(": signal (8 bytes at"), message);
  }

  @Test
  void aNudgeMovesNothingAndComesOnlyIntoSilence() {
    connection.look();
    assertEquals(List.of(), rig.device.log());
    for (int i = 0; i < 3; i++) {
      connection.progress().await(get(), "get");
      get();
      connection.look();
    }
    assertEquals(6, rig.device.log().size(), "something ended before each nudge");
    connection.look();
    assertEquals(NOTHING, rig.device.log().getLast());
    connection.flush();
    rig.device.forget();
    connection.look();
    connection.look();
    assertEquals(List.of(), rig.device.log(), "nothing is under way");
  }

  @Test
  void aNudgeNeverWaitsForRoom() {
    silence();
    for (int i = 0; i < ConnectionRig.DEPTH; i++) {
      connection.writeWord(i, Long.BYTES, remote, 1);
    }
    rig.device.forget();
    connection.look();
    connection.look();
    assertEquals(List.of(), rig.device.log());
  }

  @Test
  void noLimitNeverLooks() {
    silence();
    get();
    CompletionWatchdog never = new CompletionWatchdog(rig.table::watched, 0, "");
    for (int i = 1; i < 100; i++) {
      never.look(now + i * 3600L * SECOND);
    }
    assertDoesNotThrow(rig.failures::check);
  }
}
