package org.armci4j.collectives.hosts;

import org.armci4j.Armci;

/** Chooses how many ranks of each host carry a message between hosts. */
public final class LeaderChoice {
  /** Fewest bytes for each leader where hosts have cores to spare. */
  private static final long SPARE_BYTES = 256 * 1024;

  private LeaderChoice() {}

  /**
   * Returns whether this host has two cores for each rank of the job: the helper thread of a
   * network's transport takes a second one, and where they share cores one rank feeds the network
   * as fast as several.
   */
  public static boolean hasCoresToSpare(Armci armci) {
    int ranks = armci.domains().ranks(armci.domains().mine()).length;
    return Runtime.getRuntime().availableProcessors() >= 2 * ranks;
  }

  /**
   * Returns the fewest bytes that each of several leaders carries.
   *
   * @param setBytes what the user has set; 0 leaves it to the hosts
   * @param isSpare whether all hosts have cores to spare
   */
  public static long leastBytes(long setBytes, boolean isSpare) {
    if (setBytes > 0) {
      return setBytes;
    }
    return isSpare ? SPARE_BYTES : Long.MAX_VALUE;
  }
}
