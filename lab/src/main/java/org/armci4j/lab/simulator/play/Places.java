package org.armci4j.lab.simulator.play;

/**
 * Where ranks live.
 *
 * @param ranks how many there are
 * @param ranksPerHost how many of them a host has
 * @param isCyclic whether each rank is on the next host, or the hosts are filled one by one
 */
public record Places(int ranks, int ranksPerHost, boolean isCyclic) {
  /** How many hosts there are. */
  public int hosts() {
    return Math.ceilDiv(ranks, ranksPerHost);
  }

  /** The host of a rank. */
  public int host(int rank) {
    return isCyclic ? rank % hosts() : rank / ranksPerHost;
  }
}
