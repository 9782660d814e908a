package org.armci4j.cli.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.RankProfile;

/**
 * Whom each rank has waited for, and why. A wait for a word is charged to the ranks that have
 * signalled the word: to one, as most words have one writer, or else to each by its share of the
 * signals.
 */
final class WaitStates {
  private static final int WAIT_CELLS = 2;
  private static final int SIGNAL_CELLS = 3;

  private final Map<Integer, RankWaits> ranks = new TreeMap<>();

  /** A rank that has signalled a word, without data and behind data. */
  private record Signaller(int rank, long plain, long behindData) {}

  private WaitStates() {}

  static WaitStates of(List<RankProfile> profiles, HostClocks clocks) {
    WaitStates states = new WaitStates();
    profiles.forEach(one -> states.ranks.put(one.rank(), new RankWaits(one.rank())));
    Map<Long, Map<Integer, Signaller>> signallers = signallers(profiles);
    profiles.forEach(one -> states.addWaits(one, signallers));
    if (clocks.areOne()) {
      long error = clocks.errorNanos();
      CollectiveCall.forEach(profiles, clocks, call -> states.addCall(call, error));
    }
    return states;
  }

  /** Returns the signallers of each word that a rank has waited for. */
  private static Map<Long, Map<Integer, Signaller>> signallers(List<RankProfile> profiles) {
    Map<Long, Map<Integer, Signaller>> byWord = new HashMap<>();
    for (RankProfile one : profiles) {
      long[] waits = one.words().waits();
      for (int row = 0; row < waits.length; row += WAIT_CELLS) {
        byWord.put(waits[row], new TreeMap<>());
      }
    }
    for (RankProfile one : profiles) {
      long[] signals = one.words().signals();
      for (int row = 0; row < signals.length; row += SIGNAL_CELLS) {
        Map<Integer, Signaller> ofWord = byWord.get(signals[row]);
        if (ofWord != null) {
          ofWord.put(one.rank(), new Signaller(one.rank(), signals[row + 1], signals[row + 2]));
        }
      }
    }
    return byWord;
  }

  private void addWaits(RankProfile one, Map<Long, Map<Integer, Signaller>> signallers) {
    RankWaits waits = ranks.get(one.rank());
    long unknown = 0;
    boolean isEstimate = false;
    for (Activity activity : Activity.values()) {
      if (activity.isWait()) {
        int index = activity.index();
        boolean isEstimated = one.mainEstimated()[index] + one.othersEstimated()[index] > 0;
        long left = one.main()[index] + one.others()[index];
        for (int peer = 0; peer < one.ranks(); peer++) {
          waits.add(peer, cause(activity), one.waitedFor(activity, peer), isEstimated);
          left -= one.waitedFor(activity, peer);
        }
        unknown += left;
        isEstimate |= isEstimated && left > 0;
      }
    }
    long[] words = one.words().waits();
    for (int row = 0; row < words.length; row += WAIT_CELLS) {
      unknown -= addWord(waits, signallers.get(words[row]), words[row + 1]);
    }
    waits.addUnknown(unknown, isEstimate);
  }

  /** Charges the signallers of a word with a wait; returns with how much of it. */
  private static long addWord(RankWaits waits, Map<Integer, Signaller> of, long nanos) {
    double all = of.values().stream().mapToLong(one -> one.plain() + one.behindData()).sum();
    long charged = 0;
    for (Signaller one : of.values()) {
      long plain = Math.round(nanos * (one.plain() / all));
      long behindData = Math.round(nanos * (one.behindData() / all));
      waits.add(one.rank(), WaitCause.LATE_SIGNAL, plain, false);
      waits.add(one.rank(), WaitCause.LATE_SENDER, behindData, false);
      charged += plain + behindData;
    }
    return charged;
  }

  private static WaitCause cause(Activity activity) {
    return switch (activity) {
      case COMPLETION, FENCE -> WaitCause.TRANSFER;
      case SIGNAL -> WaitCause.LATE_SIGNAL;
      case MUTEX -> WaitCause.MUTEX;
      case REPLY -> WaitCause.REPLY;
      case OTHER_WAIT -> WaitCause.UNKNOWN;
      case TRANSFER, COLLECTIVE -> throw new IllegalArgumentException(activity + " is no wait");
    };
  }

  private void addCall(CollectiveCall call, long errorNanos) {
    for (CollectiveCall.CallWait wait : call.waits()) {
      if (wait.nanos() > errorNanos) {
        long nanos = Math.round(wait.nanos() * call.weight());
        ranks.get(wait.rank()).add(wait.awaited(), WaitCause.IMBALANCE, nanos, call.isForOthers());
      }
    }
  }

  /** Returns the waits of a rank that has left a profile. */
  RankWaits of(int rank) {
    return ranks.get(rank);
  }

  /** Returns the sum of all ranks. */
  long nanos(WaitCause cause) {
    return ranks.values().stream().mapToLong(one -> one.nanos(cause)).sum();
  }

  /** Returns whether that sum is an estimate. */
  boolean isEstimate(WaitCause cause) {
    return ranks.values().stream().anyMatch(one -> one.isEstimate(cause));
  }

  /** Returns how long each rank was waited for by all others together, in their order. */
  Map<Integer, Long> waitedFor() {
    Map<Integer, Long> sums = new TreeMap<>();
    for (RankWaits one : ranks.values()) {
      one.awaited().forEach(awaited -> sums.merge(awaited, one.nanos(awaited), Long::sum));
    }
    return sums;
  }

  /** Returns whether the time that others have waited for a rank is an estimate. */
  boolean isEstimate(int awaited) {
    return ranks.values().stream().anyMatch(one -> one.isEstimate(awaited));
  }
}
