package org.armci4j.lab.simulator.path;

import java.util.Random;

/**
 * What is played.
 *
 * @param pattern which ranks talk
 * @param ranks how many, one on each host
 * @param isScattered whether ranks are on hosts by lot
 * @param messageBytes how long each message is
 * @param rounds how often the pattern is gone through
 * @param times what packets take
 * @param seed draws routes and places
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

  /** The paper's cluster has 64 hosts. */
  private static final int CLUSTER_HOSTS = 64;

  LeafSpine tree(Random random) {
    return new LeafSpine(LEAF_HOSTS, Math.ceilDiv(clusterHosts(), LEAF_HOSTS), random);
  }

  private int clusterHosts() {
    return Math.max(ranks, CLUSTER_HOSTS);
  }

  /** The host of each rank. */
  int[] hosts(Random random) {
    int[] hosts = new int[ranks];
    int[] drawn = LeafSpine.permutation(clusterHosts(), random);
    for (int rank = 0; rank < ranks; rank++) {
      hosts[rank] = isScattered ? drawn[rank] : rank;
    }
    return hosts;
  }
}
