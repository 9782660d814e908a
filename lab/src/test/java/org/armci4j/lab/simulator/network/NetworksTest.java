package org.armci4j.lab.simulator.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;

/** How long messages wait for links. */
class NetworksTest {
  private static final double EXACT = 1e-9;
  private static final double HOP = 10;
  private static final long BYTES = 1000;
  private static final double PER_BYTE = 0.5;

  private static double send(Interconnect network, int from, int to) {
    return network.delay(from, to, 0, BYTES, PER_BYTE);
  }

  @Test
  void aTreeAddsHops() {
    assertEquals(HOP, send(new FatTree(16, 8, HOP), 0, 3), EXACT, "under one switch");
    assertEquals(3 * HOP, send(new FatTree(16, 8, HOP), 0, 15), EXACT, "over the next level");
    assertEquals(5 * HOP, send(new FatTree(64, 8, HOP), 0, 63), EXACT, "over the third");
  }

  @Test
  void twoMessagesToOneHostFollowEachOther() {
    for (Interconnect network :
        new Interconnect[] {new FatTree(16, 8, HOP), new Dragonfly(16, 16, HOP)}) {
      double first = send(network, 1, 0);
      double second = send(network, 2, 0);
      assertEquals(BYTES * PER_BYTE, second - first, EXACT);
      assertEquals("down to host 0", network.busiestLink());
      assertEquals(2 * BYTES, network.busiestLinkBytes());
    }
  }

  /** Zahavi (2010): routes by the destination leave no link of a shift to two messages. */
  @Test
  void shiftsDoNotMeetInATree() {
    int hosts = 64;
    for (int shift = 1; shift < hosts; shift++) {
      FatTree tree = new FatTree(hosts, 8, HOP);
      for (int host = 0; host < hosts; host++) {
        double late = send(tree, host, (host + shift) % hosts);
        assertTrue(
            late <= 5 * HOP + EXACT, Text.format("shift %d, host %d: %f", shift, host, late));
      }
      assertEquals(BYTES, tree.busiestLinkBytes());
    }
  }

  /** Two hosts of a router, four routers of a group. */
  @Test
  void groupsOfADragonflyMeetAtOneLink() {
    Dragonfly dragonfly = new Dragonfly(24, 8, HOP);
    double first = send(dragonfly, 0, 8);
    double second = send(dragonfly, 2, 10);
    assertTrue(second >= first + BYTES * PER_BYTE - 2 * HOP, first + ", then " + second);
    assertEquals("from group 0 to group 1", dragonfly.busiestLink());
    assertEquals(2 * BYTES, dragonfly.busiestLinkBytes());
    assertEquals(HOP, send(new Dragonfly(24, 8, HOP), 0, 1), EXACT, "at one router");
    assertEquals(2 * HOP, send(new Dragonfly(24, 8, HOP), 0, 2), EXACT, "in one group");
  }

  @Test
  void tooManyHostsAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new Dragonfly(1000, 8, HOP));
    assertTrue(refusal.getMessage().contains("at most 72 hosts"), refusal.getMessage());
  }
}
