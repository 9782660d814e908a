package org.armci4j.transport.verbs.path;

import org.armci4j.transport.network.path.PathPlan;

/**
 * Which transfers go over several paths, and how.
 *
 * @param plan the paths
 * @param fromBytes shortest transfer that is divided
 * @param retryNanos how long a path that has failed is left alone
 */
public record Striping(PathPlan plan, long fromBytes, long retryNanos) {
  private static final long USUAL_RETRY_NANOS = 1_000_000_000;

  /** Everything goes over one path. */
  public static final Striping NONE =
      new Striping(PathPlan.of(1, 1, 1), Long.MAX_VALUE, USUAL_RETRY_NANOS);

  /**
   * Returns the striping that the settings of a network give.
   *
   * @param paths number of paths to a rank
   * @param batch number of them that carry one transfer
   * @param stripeBytes shortest stripe; transfers of two or more are divided
   * @param rails number of ports that the paths use in turn
   * @return the striping; {@link #NONE} for one path
   * @throws IllegalArgumentException when the batch is empty or larger than the paths
   */
  public static Striping of(int paths, int batch, long stripeBytes, int rails) {
    return paths == 1
        ? NONE
        : new Striping(
            PathPlan.of(paths, batch, stripeBytes).through(rails),
            2 * stripeBytes,
            USUAL_RETRY_NANOS);
  }
}
