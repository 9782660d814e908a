package org.armci4j.bootstrap;

import java.time.Instant;
import java.util.Objects;

/**
 * Tells of a rank that a job has lost and goes on without.
 *
 * @param failure the rank, its host and the reason
 * @param since when this rank learnt of it, by its own clock
 */
public record RankLoss(Failure failure, Instant since) {
  /** Checks that no part is missing. */
  public RankLoss {
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(since, "since");
  }
}
