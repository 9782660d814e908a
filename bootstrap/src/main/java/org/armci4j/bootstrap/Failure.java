package org.armci4j.bootstrap;

import java.util.Objects;

/**
 * Says why a job cannot go on: the first failure that was seen. Later failures change nothing.
 *
 * @param rank the rank that failed, or {@link #LAUNCHER} when the launcher is gone
 * @param host the host of the rank
 * @param reason what happened, such as {@code exit code 3} or the text of an abort
 */
public record Failure(int rank, String host, String reason) {
  /** Stands for the launcher in place of a rank's number. */
  public static final int LAUNCHER = -1;

  /** Largest depth of the search: causes may form a ring. */
  private static final int CAUSES_LIMIT = 32;

  /** Checks that no part is missing. */
  public Failure {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(reason, "reason");
  }

  /** Returns the failure that {@code thrown} or one of its causes tells of; or null. */
  public static Failure behind(Throwable thrown) {
    Throwable next = thrown;
    for (int depth = 0; next != null && depth < CAUSES_LIMIT; depth++) {
      if (next instanceof TellsOfFailure telling && telling.failure() != null) {
        return telling.failure();
      }
      next = next.getCause();
    }
    return null;
  }

  /** Returns a sentence such as {@code rank 3 on node7 failed: exit code 1}. */
  @Override
  public String toString() {
    String who = rank == LAUNCHER ? "the launcher" : "rank " + rank;
    return who + " on " + host + " failed: " + reason;
  }
}
