package org.armci4j.transport.network.path;

import org.armci4j.bootstrap.text.Text;

/**
 * How transfers go over several paths.
 *
 * @param paths number of paths
 * @param batch number of paths that carry one transfer
 * @param adaption share of the latest transfer in a new weight: from 0, where weights stay as they
 *     are, to 1, where nothing earlier counts
 * @param leastStripeBytes least average length of a transfer's stripes. None is shorter than three
 *     quarters of it, unless the transfer is
 * @param probeInterval number of transfers after which one probes the path that has carried nothing
 *     for the longest time
 * @param rails number of ports that the paths take in turn: path p goes through rail p modulo rails
 */
public record PathPlan(
    int paths, int batch, double adaption, long leastStripeBytes, int probeInterval, int rails) {
  /** High, so that weights follow the network quickly (Vishnu et al., section 4.3). */
  public static final double USUAL_ADAPTION = 0.95;

  /** Large, as each probe of a path that is still slow prolongs its transfer a little. */
  public static final int USUAL_PROBE_INTERVAL = 64;

  /**
   * @throws IllegalArgumentException when the batch is empty or larger than the paths, or another
   *     value is out of its range
   */
  public PathPlan {
    if (batch < 1 || batch > paths) {
      throw new IllegalArgumentException(
          Text.format("a batch of %d paths out of %d: it is to be from 1 to all", batch, paths));
    }
    boolean isUsable = adaption >= 0 && adaption <= 1; // false for NaN
    if (!isUsable || leastStripeBytes < 1 || probeInterval < 1 || rails < 1) {
      throw new IllegalArgumentException(
          Text.format(
              "adaption %s (0 to 1), stripes of at least %d bytes (from 1), a probe every %d"
                  + " transfers (from 1), %d rails (from 1)",
              adaption, leastStripeBytes, probeInterval, rails));
    }
  }

  /**
   * Returns the usual plan.
   *
   * @param paths number of paths
   * @param batch number of paths that carry one transfer
   * @param leastStripeBytes least average length of a transfer's stripes
   * @throws IllegalArgumentException when the batch is empty or larger than the paths
   */
  public static PathPlan of(int paths, int batch, long leastStripeBytes) {
    return new PathPlan(paths, batch, USUAL_ADAPTION, leastStripeBytes, USUAL_PROBE_INTERVAL, 1);
  }

  /**
   * Returns the same plan for several rails.
   *
   * @param count number of rails
   */
  public PathPlan through(int count) {
    return new PathPlan(paths, batch, adaption, leastStripeBytes, probeInterval, count);
  }
}
