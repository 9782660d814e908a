package org.armci4j.lab.simulator.path;

import java.util.Random;

/**
 * A fat tree of two levels. Each leaf switch has as many spines above it as hosts below it, one
 * link to each. The destination's address alone decides the path of a packet between two hosts, and
 * each host has an address for each path. Each leaf has its own table, filled as by a subnet
 * manager that does not know the traffic: the addresses of one host go through different spines, in
 * random order.
 */
final class LeafSpine {
  private final int hostsPerLeaf;
  private final int leaves;
  private final int[][][] spines;

  /**
   * Draws the tables.
   *
   * @param hostsPerLeaf number of hosts of a leaf, and number of spines
   * @param leaves number of leaves
   * @param random source of the tables
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

  /** Returns the number of links that a packet passes. */
  int hops(int from, int to) {
    return leaf(from) == leaf(to) ? 2 : 4;
  }

  /**
   * Returns a link of a route. The first leads from a host to its leaf, the last from a leaf to its
   * host.
   */
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

  /** Returns the position in its route of a link that leads to a switch. */
  int hop(int link) {
    if (isFirst(link)) {
      return 0;
    }
    return link < 2 * hosts() + leaves * hostsPerLeaf ? 1 : 2;
  }

  /** Returns whether the link comes from a host, whose number it then has. */
  boolean isFirst(int link) {
    return link < hosts();
  }

  /** Returns whether the link leads to a host. */
  boolean isLast(int link) {
    return link >= hosts() && link < 2 * hosts();
  }

  private int leaf(int host) {
    return host / hostsPerLeaf;
  }
}
