package org.armci4j.lab.simulator.play;

/**
 * Hosts of ranks.
 *
 * @param ranks number of ranks
 * @param ranksPerHost number of ranks of a host
 * @param isCyclic whether each rank is on the next host; otherwise hosts are filled one by one
 */
public record Places(int ranks, int ranksPerHost, boolean isCyclic) {
  /** Returns the number of hosts. */
  public int hosts() {
    return Math.ceilDiv(ranks, ranksPerHost);
  }

  /** Returns the host of a rank. */
  public int host(int rank) {
    return isCyclic ? rank % hosts() : rank / ranksPerHost;
  }
}
