package org.armci4j.bootstrap.exchange;

import java.util.Arrays;

/**
 * How often each rank's coming to an exchange of one folder has failed, by its own refusal or by
 * another's. Ranks come to a folder's exchanges in step, so equal numbers are the same attempt: a
 * refusal is news only for a rank that has failed less often than the rank that refused.
 */
final class FailedAttempts {
  /** By rank. */
  private final int[] failures;

  /** By rank: which of its failures was its own last refusal, or 0. */
  private final int[] lastRefusals;

  /** By rank: that of its last refusal, or null. */
  private final String[] reasons;

  FailedAttempts(int size) {
    this.failures = new int[size];
    this.lastRefusals = new int[size];
    this.reasons = new String[size];
  }

  void refuse(int rank, String reason) {
    lastRefusals[rank] = ++failures[rank];
    reasons[rank] = reason;
  }

  /** The rank has failed in the attempt of this number, unless it had before. */
  void fail(int rank, int attempt) {
    failures[rank] = Math.max(failures[rank], attempt);
  }

  /** The number of the attempt that a rank makes now. */
  int attempt(int rank) {
    return failures[rank] + 1;
  }

  /** Whether the attempt of this number has failed for the rank. */
  boolean hasFailed(int rank, int attempt) {
    return failures[rank] >= attempt;
  }

  /** Why {@code from} does not come to what {@code rank} waits for, or null. */
  String news(int rank, int from) {
    return lastRefusals[from] > failures[rank] ? reasons[from] : null;
  }

  /** The members have met, so that what failed before is behind all of them. */
  void agree(int[] members) {
    int most = Arrays.stream(members).map(member -> failures[member]).max().orElse(0);
    for (int member : members) {
      failures[member] = most;
    }
  }
}
