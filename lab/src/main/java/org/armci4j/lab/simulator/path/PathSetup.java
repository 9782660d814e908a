package org.armci4j.lab.simulator.path;

import java.util.Random;

/**
 * One simulation of a pattern.
 *
 * @param pattern the pattern
 * @param ranks number of ranks, one on each host
 * @param isScattered whether ranks are on random hosts
 * @param messageBytes length of each message
 * @param rounds number of repetitions of the pattern
 * @param times times of packets
 * @param seed draws routes and hosts
 */
record PathSetup(
    ExchangePattern pattern,
    int ranks,
    boolean isScattered,
    long messageBytes,
    int rounds,
    PacketTimes times,
    long seed) {
  /** Hosts of a leaf, and spines, of the paper's switch of 144 ports. */
  static final int LEAF_HOSTS = 12;

  /** Hosts of the paper's cluster. */
  private static final int CLUSTER_HOSTS = 64;

  LeafSpine tree(Random random) {
    return new LeafSpine(LEAF_HOSTS, Math.ceilDiv(clusterHosts(), LEAF_HOSTS), random);
  }

  private int clusterHosts() {
    return Math.max(ranks, CLUSTER_HOSTS);
  }

  /** Returns the host of each rank. */
  int[] hosts(Random random) {
    int[] hosts = new int[ranks];
    int[] drawn = LeafSpine.permutation(clusterHosts(), random);
    for (int rank = 0; rank < ranks; rank++) {
      hosts[rank] = isScattered ? drawn[rank] : rank;
    }
    return hosts;
  }
}
