package org.armci4j.transport.network.block;

import java.util.List;
import org.armci4j.transport.Place;
import org.armci4j.transport.network.NetworkCapabilities;

/**
 * Says whether a rank reaches another one, perhaps itself, by shared memory or by the network.
 *
 * @param rank the rank that reaches others
 * @param places where each rank of the job lives
 * @param sharedOnHost whether ranks of one host share memory
 * @param networkWords whether the network alone updates words of eight bytes, also on one host:
 *     CPUs would not be atomic to it
 */
record RankReach(int rank, List<Place> places, boolean sharedOnHost, boolean networkWords) {
  static RankReach of(
      int rank, List<Place> places, boolean sharedOnHost, NetworkCapabilities network) {
    boolean networkWords = network.atomics() && !network.cpuCoherentAtomics();
    return new RankReach(rank, places, sharedOnHost, networkWords);
  }

  /** Returns whether the ranks share memory. */
  boolean sharesMemory(int other) {
    return sharedOnHost && places.get(other).hostId().equals(places.get(rank).hostId());
  }

  /** Returns whether this rank may ever reach a rank through the network. */
  boolean usesNetwork(int other) {
    return networkWords || !sharesMemory(other);
  }

  /** Returns whether any rank of the job uses the network. */
  boolean isNetworkUsed() {
    return !sharedOnHost || networkWords || !Place.oneHost(places);
  }
}
