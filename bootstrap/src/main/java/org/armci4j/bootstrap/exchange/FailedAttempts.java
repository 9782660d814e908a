package org.armci4j.bootstrap.exchange;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

/**
 * Counts each rank's failures in the exchanges of one folder, by its own refusals and by others' it
 * hears of. Ranks come to a folder's exchanges in step, so equal counts mean the same attempt. A
 * refusal is news only for a rank with fewer failures than the rank that refused.
 */
final class FailedAttempts {
  /** By rank: number of its failures. */
  private final int[] failures;

  /** By rank: number of the failure that was its own last refusal, or 0. */
  private final int[] lastRefusals;

  /** By rank: reason of its last refusal, or null. */
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
   * Returns why a member does not come to the attempt of {@code rank}, and counts the attempt as
   * failed. Returns null when no member has refused the attempt.
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

  /** Makes the members' counts equal: they have met, so all of them are past earlier failures. */
  void agree(int[] members) {
    int most = Arrays.stream(members).map(member -> failures[member]).max().orElse(0);
    for (int member : members) {
      failures[member] = most;
    }
  }
}
