package org.armci4j.transport;

import java.util.List;

/**
 * A rank's host and process.
 *
 * @param hostId equal for ranks that can map each other's memory
 * @param processId the rank's process on that host; equal for ranks that are threads of one JVM
 */
public record Place(String hostId, long processId) {
  /**
   * Returns whether all ranks can map each other's memory.
   *
   * @param places the place of each rank
   * @return true when there is one host
   */
  public static boolean oneHost(List<Place> places) {
    return places.stream().map(Place::hostId).distinct().count() == 1;
  }

  /**
   * Returns how many ranks live on the host of one of them.
   *
   * @param places the place of each rank
   * @param rank one of them
   * @return at least 1
   */
  public static int ranksOnHostOf(List<Place> places, int rank) {
    String host = places.get(rank).hostId();
    return (int) places.stream().filter(place -> place.hostId().equals(host)).count();
  }

  /**
   * Returns a rank's number among the ranks of its host.
   *
   * @param places the place of each rank
   * @param rank one of them
   * @return from 0, in the order of the ranks
   */
  public static int rankOnHost(List<Place> places, int rank) {
    return ranksOnHostOf(places.subList(0, rank + 1), rank) - 1;
  }

  /**
   * Returns whether all ranks are threads of one JVM.
   *
   * @param places the place of each rank
   * @return true when there is one process
   */
  public static boolean oneProcess(List<Place> places) {
    // Compares fields: the first use of a record's equals costs a rank's start 10 ms.
    Place first = places.getFirst();
    return oneHost(places) && places.stream().allMatch(place -> place.processId == first.processId);
  }
}
