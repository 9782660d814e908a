package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is particular to connections that may fail and be closed while the job goes on. */
class PathConnectionTest {
  private final ConnectionRig rig = new ConnectionRig();

  @AfterEach
  void close() {
    rig.close();
  }

  /** Its queue pair is gone, but not what the device has put into the completion queue. */
  @Test
  void completionsOfAClosedConnectionAreIgnored() {
    rig.connection.probe();
    rig.table.remove(rig.connection);
    while (rig.poller.poll()) {
      // takes them
    }
    assertEquals(0, rig.connection.progress().complete());
    assertNull(rig.table.handler(0));
    assertNull(rig.table.watched(0));
    AtomicInteger seen = new AtomicInteger();
    rig.table.forEach(_ -> seen.incrementAndGet());
    assertEquals(0, seen.get());
  }

  @Test
  void aProbeIsAnsweredWhenAllBeforeItIs() {
    long ticket = rig.connection.probe();
    rig.connection.progress().await(ticket, "probe");
    assertEquals(ticket, rig.connection.progress().complete());
  }

  /** When this returns nothing uses its memory, nor that of its requests. */
  @Test
  void anEndThatIsEndedIsResetThoughNothingIsUnderWay() {
    rig.connection.progress().end("left");
    assertTrue(rig.connection.progress().hasFailed());
    assertTrue(rig.device.isReset());
  }

  @Test
  void keysOfRailsAreTakenByThePath() {
    VerbsRemoteKey key = VerbsRemoteKey.decode(new byte[] {0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 9});
    int[] expected = {7, 8, 9, 7, 8};
    for (int path = 0; path < expected.length; path++) {
      assertEquals(expected[path], VerbsRemoteKey.of(key, path));
    }
    assertEquals(7, VerbsRemoteKey.of(key));
    VerbsRemoteKey one = VerbsRemoteKey.decode(new byte[] {0, 0, 0, 7});
    assertEquals(7, VerbsRemoteKey.of(one, 3));
    assertFalse(rig.connection.progress().hasFailed());
  }
}
