package org.armci4j.lab.simulator.path;

import java.util.Random;

/**
 * A fat tree of two levels: each leaf switch has as many spines above it as hosts below it, one
 * link to each. The path of a host's packets to another depends on the destination's address alone,
 * of which each host has as many as it has paths. Each leaf has its own table, filled as a subnet
 * manager does without knowing the traffic: the addresses of one host go through different spines,
 * in an order that is drawn by lot.
 */
final class LeafSpine {
  private final int hostsPerLeaf;
  private final int leaves;
  private final int[][][] spines;

  /**
   * @param hostsPerLeaf how many hosts a leaf has, and how many spines there are
   * @param leaves how many leaves there are
   * @param random draws the tables
   */
  LeafSpine(int hostsPerLeaf, int leaves, Random random) {
    this.hostsPerLeaf = hostsPerLeaf;
    this.leaves = leaves;
    this.spines = new int[leaves][hosts()][];
    for (int[][] table : spines) {
      for (int host = 0; host < table.length; host++) {
        table[host] = permutation(hostsPerLeaf, random);
      }
    }
  }

  static int[] permutation(int count, Random random) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      values[i] = values[other];
      values[other] = i;
    }
    return values;
  }

  int hosts() {
    return hostsPerLeaf * leaves;
  }

  int links() {
    return 2 * hosts() + 2 * leaves * hostsPerLeaf;
  }

  /** How many links a packet takes. */
  int hops(int from, int to) {
    return leaf(from) == leaf(to) ? 2 : 4;
  }

  /** The link of a route; the first is a host's to its leaf, the last a leaf's to its host. */
  int link(int from, int to, int path, int hop) {
    int hops = hops(from, to);
    if (hop == 0) {
      return from;
    }
    if (hop == hops - 1) {
      return hosts() + to;
    }
    int spine = spines[leaf(from)][to][path];
    int below = hop == 1 ? leaf(from) : leaves + leaf(to);
    return 2 * hosts() + below * hostsPerLeaf + spine;
  }

  /** Which of a route's links it is, as far as a switch follows. */
  int hop(int link) {
    if (isFirst(link)) {
      return 0;
    }
    return link < 2 * hosts() + leaves * hostsPerLeaf ? 1 : 2;
  }

  /** Whether it comes from a host, whose number is its own. */
  boolean isFirst(int link) {
    return link < hosts();
  }

  /** Whether it leads to a host. */
  boolean isLast(int link) {
    return link >= hosts() && link < 2 * hosts();
  }

  private int leaf(int host) {
    return host / hostsPerLeaf;
  }
}
