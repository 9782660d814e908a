package org.armci4j.cli.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells which rank the others had to wait for in the calls of one kind of collective. */
final class LateComers {
  private final Map<Integer, Integer> calls = new TreeMap<>();
  private int compared;
  private double waitedNanos;
  private boolean isEstimate;

  /** Adds a call, in which the others have waited for one rank longer than for any other. */
  void add(CollectiveCall call) {
    Map<Integer, Long> byAwaited = new HashMap<>();
    List<CollectiveCall.CallWait> waits = call.waits();
    waits.forEach(wait -> byAwaited.merge(wait.awaited(), wait.nanos(), Long::sum));
    byAwaited.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .ifPresent(most -> calls.merge(most.getKey(), 1, Integer::sum));
    double nanos = waits.stream().mapToLong(CollectiveCall.CallWait::nanos).sum();
    waitedNanos += nanos / call.waiters();
    compared++;
    isEstimate |= call.isForOthers();
  }

  /** Returns whether some calls stand for others, so that share and mean are estimates. */
  boolean areEstimates() {
    return isEstimate;
  }

  /** Returns whether somebody has waited in any call. */
  boolean areKnown() {
    return !calls.isEmpty();
  }

  /** Returns the rank that was waited for most often. */
  int rank() {
    return calls.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow();
  }

  /** Returns in which share of the calls that rank was waited for. */
  double share() {
    return (double) calls.get(rank()) / compared;
  }

  /** Returns how long, on average, those that had to wait have waited. */
  double meanNanos() {
    return waitedNanos / compared;
  }
}
