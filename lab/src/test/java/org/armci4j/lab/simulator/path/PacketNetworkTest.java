package org.armci4j.lab.simulator.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.path.PathPlan;
import org.junit.jupiter.api.Test;

/** Packets whose times are known without playing them. */
class PacketNetworkTest {
  private static final PacketTimes TIMES = PacketTimes.ofPaper();
  private static final long PACKET = TIMES.packetNanos();
  private static final long HOP = TIMES.packetNanos() + TIMES.hopNanos();
  private static final int PACKETS = 1000;

  private final long[] ends = new long[8];
  private final LeafSpine tree = new LeafSpine(12, 3, new Random(1));
  private final PacketNetwork network =
      new PacketNetwork(tree, TIMES, ends.length, stripe -> ends[stripe] = now());

  private long now() {
    return network.nowNanos();
  }

  /**
   * The first packet takes all hops, the rest follow it; the acknowledgement takes the way back.
   */
  private static long alone(int hops, int packets) {
    return hops * HOP + (packets - 1) * PACKET + hops * TIMES.hopNanos();
  }

  private static void assertNear(long expected, long actual, long tolerance) {
    assertTrue(
        Math.abs(expected - actual) <= tolerance, Text.format("%d, not %d", actual, expected));
  }

  @Test
  void onItsOwnAStripeTakesItsLinksTime() {
    network.send(0, 0, 30, 5, PACKETS, 0);
    network.run();
    assertEquals(alone(4, PACKETS), ends[0]);
  }

  @Test
  void insideALeafThereAreTwoLinks() {
    network.send(0, 0, 1, 5, PACKETS, 100);
    network.run();
    assertEquals(100 + alone(2, PACKETS), ends[0]);
  }

  /** Two hosts of a leaf send over the same spine to one host, whose link they share. */
  @Test
  void stripesOfOneLinkShareIt() {
    network.send(0, 0, 30, 5, PACKETS, 0);
    network.send(1, 1, 30, 5, PACKETS, 0);
    network.run();
    long both = alone(4, 2 * PACKETS);
    assertNear(both, Math.max(ends[0], ends[1]), PACKET);
    assertNear(both, Math.min(ends[0], ends[1]), 2 * PACKET);
  }

  /** A host's stripe to a free host waits behind its packets to a crowded one. */
  @Test
  void whatIsBehindACrowdedHeadWaits() {
    for (int sender = 0; sender < 4; sender++) {
      network.send(sender, sender, 30, 5, PACKETS, 0);
    }
    network.send(4, 0, 25, 5, PACKETS / 4, 0);
    network.run();
    long unhindered = alone(4, PACKETS / 2);
    assertTrue(
        ends[4] > 1.5 * unhindered, Text.format("%d, of %d unhindered", ends[4], unhindered));
    assertNear(alone(4, 4 * PACKETS), ends[3], 4L * TIMES.bufferPackets() * PACKET);
  }

  @Test
  void routesOfOneHostGoThroughDifferentSpines() {
    for (int hop = 1; hop <= 2; hop++) {
      int fixed = hop;
      assertEquals(
          12, IntStream.range(0, 12).map(p -> tree.link(0, 30, p, fixed)).distinct().count());
    }
  }

  /** Ranks of one leaf have no link in common, so paths change next to nothing. */
  @Test
  void insideALeafPathsDoNotMatter() {
    PathSetup setup = new PathSetup(ExchangePattern.DISPLACED_RING, 12, false, 65536, 6, TIMES, 1);
    double alone = 11.0 * TIMES.aloneNanos(65536);
    double one = new PathRun(setup, PathPlan.of(1, 1, 2048)).nanosPerRound();
    assertEquals(1.1, one / alone, 0.1);
    double four = new PathRun(setup, PathPlan.of(4, 4, 2048)).nanosPerRound();
    assertEquals(1, four / one, 0.1);
  }

  /** Between leaves, four paths of which each carries a part avoid what one path cannot. */
  @Test
  void severalPathsAvoidHotSpots() {
    PathSetup setup = new PathSetup(ExchangePattern.ALLTOALL, 24, false, 65536, 8, TIMES, 1);
    double one = new PathRun(setup, PathPlan.of(1, 1, 2048)).nanosPerRound();
    double four = new PathRun(setup, PathPlan.of(4, 4, 2048)).nanosPerRound();
    assertTrue(four < 0.75 * one, Text.format("%.0f ns, with one path %.0f", four, one));
  }
}
