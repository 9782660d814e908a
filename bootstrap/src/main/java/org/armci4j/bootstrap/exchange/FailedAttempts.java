package org.armci4j.bootstrap.exchange;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

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

  /**
   * Why one of the members does not come to the attempt that {@code rank} makes, which has failed
   * with that; null when none has refused it.
   */
  String hear(int rank, int[] members) {
    for (int from : members) {
      if (lastRefusals[from] > failures[rank]) {
        failures[rank]++;
        return Text.format("rank %d does not come: %s", from, reasons[from]);
      }
    }
    return null;
  }

  /** The members have met, so that what failed before is behind all of them. */
  void agree(int[] members) {
    int most = Arrays.stream(members).map(member -> failures[member]).max().orElse(0);
    for (int member : members) {
      failures[member] = most;
    }
  }
}
