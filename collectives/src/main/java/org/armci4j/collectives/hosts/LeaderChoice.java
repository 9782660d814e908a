package org.armci4j.collectives.hosts;

import org.armci4j.Armci;

/** From which length on several ranks of each host carry a message between hosts. */
public final class LeaderChoice {
  /** What each must have to carry, where hosts have cores to spare. */
  private static final long SPARE_BYTES = 256 * 1024;

  private LeaderChoice() {}

  /**
   * Whether this host has two cores for each rank of the job: the helper thread of a network's
   * transport takes a second one, and where they share cores one rank feeds the network as fast as
   * several.
   */
  public static boolean hasCoresToSpare(Armci armci) {
    int ranks = armci.domains().ranks(armci.domains().mine()).length;
    return Runtime.getRuntime().availableProcessors() >= 2 * ranks;
  }

  /**
   * How many bytes each of several leaders must have to carry.
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
