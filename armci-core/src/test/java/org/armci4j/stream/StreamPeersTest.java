package org.armci4j.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The system property {@code test.seed} repeats the draws of a run. */
class StreamPeersTest {
  private static StreamPeers peers(String hosts, int rank) {
    return new StreamPeers(rank, hosts.length(), hosts::charAt);
  }

  private static int[] ranks(StreamPeers peers) {
    return IntStream.range(0, peers.count()).map(peers::rank).toArray();
  }

  @Test
  void peersAreTheOwnHostAndOneRankOfEachOther() {
    StreamPeers peers = peers("aaaabbbbcccc", 5);
    assertEquals("[1, 4, 5, 6, 7, 9]", Arrays.toString(ranks(peers)));
    assertEquals(9, peers.rank(peers.towards(10)));
    assertEquals(7, peers.rank(peers.towards(7)));
    assertEquals(1, peers.rank(peers.towards(1)));
  }

  /** A rank of the smaller host has several peers on the larger one, each for its neighbours. */
  @Test
  void ranksOfALargerHostShareItsItems() {
    StreamPeers peers = peers("abbbbb", 0);
    int[] first = IntStream.range(0, 6).map(i -> peers.rank(peers.towards(i))).toArray();
    assertEquals("[0, 1, 2, 3, 4, 5]", Arrays.toString(first));
    StreamPeers two = peers("aabbbbb", 1);
    int[] through = IntStream.range(0, 7).map(i -> two.rank(two.towards(i))).toArray();
    assertEquals("[0, 1, 3, 3, 5, 5, 3]", Arrays.toString(through));
  }

  @Test
  void twoRanksAreEachOthersPeersOrNeither() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "peers: -Dtest.seed=%d%n", seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int draw = 0; draw < 300; draw++) {
      int kinds = random.nextInt(1, 6);
      String hosts =
          IntStream.range(0, random.nextInt(1, 24))
              .mapToObj(_ -> String.valueOf((char) ('a' + random.nextInt(kinds))))
              .reduce("", String::concat);
      for (int rank = 0; rank < hosts.length(); rank++) {
        check(hosts, rank);
      }
    }
  }

  private static void check(String hosts, int rank) {
    StreamPeers mine = peers(hosts, rank);
    for (int peer = 0; peer < mine.count(); peer++) {
      int other = mine.rank(peer);
      StreamPeers its = peers(hosts, other);
      assertEquals(rank, its.rank(mine.numberAt(other)), hosts);
      assertEquals(its.count(), mine.countAt(other), hosts);
      assertEquals(hosts.charAt(rank) == hosts.charAt(other), mine.isHere(peer), hosts);
      assertEquals(other, mine.rank(mine.towards(other)), () -> hosts + ": peers need no other");
    }
    for (int target = 0; target < hosts.length(); target++) {
      int first = mine.rank(mine.towards(target));
      assertTrue(first == target || hosts.charAt(first) == hosts.charAt(target), hosts);
    }
  }

  /** Hosts of 64 ranks: a rank has slots for its host and for one rank of each other host. */
  @Test
  void memoryGrowsWithHosts() {
    StreamShape shape = StreamShape.items("test", 0, Long.BYTES, 8192);
    long perPeer = 2 * 64 + (long) StreamLayout.SLOTS * (8192 + 64);
    for (int hosts : new int[] {2, 16, 100}) {
      int size = hosts * 64;
      StreamPeers peers = new StreamPeers(size - 1, size, rank -> rank / 64);
      assertEquals(64 + hosts - 1, peers.count());
      long expected = 16L * size + perPeer * (64 + hosts - 1);
      assertEquals(expected, shape.layout(size, peers.count(), true).sizeBytes());
    }
  }
}
