package org.armci4j.transport.verbs.path;

import org.armci4j.transport.network.path.PathPlan;

/**
 * Which transfers go over several paths, and how.
 *
 * @param plan the paths
 * @param fromBytes transfers of at least so many bytes are divided
 * @param retryNanos how long a path that has failed is left alone
 */
public record Striping(PathPlan plan, long fromBytes, long retryNanos) {
  private static final long USUAL_RETRY_NANOS = 1_000_000_000;

  /** Everything goes over one path. */
  public static final Striping NONE =
      new Striping(PathPlan.of(1, 1, 1), Long.MAX_VALUE, USUAL_RETRY_NANOS);

  /**
   * What the settings of a network say.
   *
   * @param paths how many there are
   * @param batch how many of them carry one transfer
   * @param stripeBytes no stripe is shorter; transfers of two or more are divided
   * @param rails how many ports the paths go through in turn
   * @return with one path, nothing is divided
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
