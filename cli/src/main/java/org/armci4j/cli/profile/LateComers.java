package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;

/** Tells which rank came last to the calls of one kind of collective. */
final class LateComers {
  private final Map<Integer, Integer> lastByRank = new TreeMap<>();
  private int compared;
  private double waitedNanos;

  private record Caller(int rank, CollectiveProfile calls) {}

  /** Compares the calls of this name in all groups. */
  static LateComers of(String label, List<RankProfile> profiles) {
    Map<Integer, List<Caller>> groups = new LinkedHashMap<>();
    for (RankProfile profile : profiles) {
      for (CollectiveProfile calls : profile.collectives()) {
        if (calls.label().equals(label)) {
          groups
              .computeIfAbsent(calls.group(), _ -> new ArrayList<>())
              .add(new Caller(profile.rank(), calls));
        }
      }
    }
    LateComers result = new LateComers();
    groups.values().stream().filter(callers -> callers.size() > 1).forEach(result::compare);
    return result;
  }

  /** Compares the calls whose times all callers have kept. */
  private void compare(List<Caller> callers) {
    long stride = callers.stream().mapToLong(one -> one.calls().stride()).max().orElseThrow();
    long calls = callers.stream().mapToLong(one -> one.calls().calls()).min().orElseThrow();
    for (long call = 0; call < calls; call += stride) {
      long number = call;
      if (callers.stream().allMatch(one -> one.calls().entry(number) != Long.MIN_VALUE)) {
        compare(callers, call);
      }
    }
  }

  private void compare(List<Caller> callers, long call) {
    Caller last = callers.getFirst();
    for (Caller one : callers) {
      last = one.calls().entry(call) - last.calls().entry(call) > 0 ? one : last;
    }
    double before = 0;
    for (Caller one : callers) {
      before += last.calls().entry(call) - one.calls().entry(call);
    }
    lastByRank.merge(last.rank(), 1, Integer::sum);
    waitedNanos += before / (callers.size() - 1);
    compared++;
  }

  /** Returns whether times of any call could be compared. */
  boolean areKnown() {
    return compared > 0;
  }

  /** Returns the rank that came last most often. */
  int rank() {
    return lastByRank.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow();
  }

  /** Returns in which share of the calls that rank came last. */
  double share() {
    return (double) lastByRank.get(rank()) / compared;
  }

  /** Returns how long, on average, the others had been there when the last one came. */
  double meanNanos() {
    return waitedNanos / compared;
  }
}
