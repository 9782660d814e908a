package org.armci4j.transport.network.path;

import org.armci4j.bootstrap.text.Text;

/**
 * How transfers go over several paths.
 *
 * @param paths how many there are
 * @param batch how many of them carry one transfer
 * @param adaption how much of a weight the latest transfer makes, from 0, where weights stay as
 *     they are, to 1, where nothing before it counts
 * @param leastStripeBytes so long is a stripe on the average, at least, and none is shorter than
 *     three quarters of it, unless the transfer is
 * @param probeInterval after how many transfers one tries the path that has been left the longest
 * @param rails how many ports the paths go through in turn, path p through rail p modulo rails
 */
public record PathPlan(
    int paths, int batch, double adaption, long leastStripeBytes, int probeInterval, int rails) {
  /** Vishnu et al., section 4.3: much, so that weights follow the network quickly. */
  public static final double USUAL_ADAPTION = 0.95;

  /** One transfer in so many is a little longer than it might be, where the path is still bad. */
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
    boolean isUsable = adaption >= 0 && adaption <= 1; // not if it is no number
    if (!isUsable || leastStripeBytes < 1 || probeInterval < 1 || rails < 1) {
      throw new IllegalArgumentException(
          Text.format(
              "adaption %s (0 to 1), stripes of at least %d bytes (from 1), a probe every %d"
                  + " transfers (from 1), %d rails (from 1)",
              adaption, leastStripeBytes, probeInterval, rails));
    }
  }

  /**
   * The usual plan.
   *
   * @param paths how many there are
   * @param batch how many of them carry one transfer
   * @param leastStripeBytes no stripe is shorter, unless the transfer is
   * @throws IllegalArgumentException when the batch is empty or larger than the paths
   */
  public static PathPlan of(int paths, int batch, long leastStripeBytes) {
    return new PathPlan(paths, batch, USUAL_ADAPTION, leastStripeBytes, USUAL_PROBE_INTERVAL, 1);
  }

  /**
   * The same through several rails.
   *
   * @param count how many
   */
  public PathPlan through(int count) {
    return new PathPlan(paths, batch, adaption, leastStripeBytes, probeInterval, count);
  }
}
