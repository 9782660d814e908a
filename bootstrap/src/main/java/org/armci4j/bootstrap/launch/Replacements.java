package org.armci4j.bootstrap.launch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.text.Text;

/**
 * Decides whether a new process can take the place of a failed one, and remembers the failures that
 * the job has survived. For the thread that follows the job.
 */
final class Replacements {
  private final int count;
  private int used;
  private int epoch;

  /** By rank: why it has failed; for those whose next process has not started. */
  private final Map<Integer, String> awaited = new HashMap<>();

  /** Ranks that have joined the present epoch. */
  private final Set<Integer> met = new HashSet<>();

  /** Ranks whose present process has joined the job at some time. */
  private final Set<Integer> opened = new HashSet<>();

  /** The failure that has ended the last epoch, or ends the present one; or null. */
  private JobOutcome.RankFailed first;

  /** Holds {@code count} spares. */
  Replacements(int count) {
    this.count = count;
  }

  void joined(int rank) {
    met.add(rank);
    opened.add(rank);
  }

  /**
   * Returns why no new process can take the place of a failed one, to be added to the reason of the
   * failure; null when one can.
   *
   * @param ended whether the process has ended by itself, so that its exit code tells more
   * @param endedWell the ranks that have ended well
   */
  String refusal(RankProcess process, boolean ended, Set<Integer> endedWell) {
    if (isMistaken(process, ended)) {
      return ""; // a next process would find the same
    }
    if (ended && process.exitCode() == 0) {
      return ""; // the program holds its work to be done
    }
    for (int rank : endedWell) {
      return Text.format(
          "; rank %d has ended, so no new rank %d could meet it", rank, process.rank());
    }
    return used < count ? null : Text.format("; no spare is left (--spares %d)", count);
  }

  /**
   * Returns whether a rank has ended by a mistake in the command line or the settings, and has told
   * it: all ranks find the same one before they open.
   */
  boolean isMistaken(RankProcess process, boolean ended) {
    return ended && process.exitCode() == RankExit.USAGE && !opened.contains(process.rank());
  }

  /** Uses a spare for a rank. */
  void use(RankProcess process, String reason) {
    used++;
    boolean endsEpoch =
        met.contains(process.rank()) && awaited.keySet().stream().noneMatch(met::contains);
    if (first == null || endsEpoch) {
      first = new JobOutcome.RankFailed(process, reason);
    }
    awaited.put(process.rank(), reason);
  }

  /** Returns whether a new process is about to start in the place of this rank's old one. */
  boolean isAwaited(int rank) {
    return awaited.containsKey(rank);
  }

  /** Returns whether some new process is about to start. */
  boolean areAwaited() {
    return !awaited.isEmpty();
  }

  /**
   * Notes that a new process takes a rank's place.
   *
   * @return whether an epoch begins, in which all ranks meet anew
   */
  boolean vacated(int rank, int newEpoch) {
    opened.remove(rank);
    boolean begins = newEpoch > epoch;
    if (begins) {
      epoch = newEpoch;
      met.clear();
    }
    return begins;
  }

  /** Ends the wait for a new process. Returns why the old one has failed. */
  String started(int rank) {
    return awaited.remove(rank);
  }

  /**
   * Returns the failure that a rank has not survived which ends by itself, with code 0 or by the
   * exception of another rank's failure; or null, when it misses nobody.
   */
  JobOutcome.RankFailed missedBy(int rank, boolean threw) {
    // Behind a failure that all have survived, the exit code is the program's own.
    boolean mustMeet = !met.contains(rank) || (threw && !awaited.isEmpty());
    if (!mustMeet || (threw ? first == null : epoch == 0)) {
      return null;
    }
    String end = threw ? "it does not catch RankFailedException" : "it has not opened Armci again";
    return new JobOutcome.RankFailed(
        first.process(),
        Text.format("%s; rank %d has ended: %s (--spares)", first.reason(), rank, end));
  }
}
