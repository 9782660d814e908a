package org.armci4j.cli.profile;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;

/** Whom one rank has waited for, and why. Only the ranks that it has waited for take memory. */
final class RankWaits {
  private static final int CAUSES = WaitCause.values().length;
  private static final int NOBODY = -1;

  private final int rank;
  private final Map<Integer, CauseTimes> byAwaited = new TreeMap<>();

  /** Times by cause, and whether they are estimates. */
  private static final class CauseTimes {
    private final long[] nanos = new long[CAUSES];
    private final boolean[] estimated = new boolean[CAUSES];

    private long sum() {
      return Arrays.stream(nanos).sum();
    }

    private boolean isEstimate() {
      return Arrays.stream(WaitCause.values()).anyMatch(cause -> estimated[cause.index()]);
    }
  }

  RankWaits(int rank) {
    this.rank = rank;
  }

  int rank() {
    return rank;
  }

  /**
   * Adds time.
   *
   * @param isEstimate whether not all of it was timed
   */
  void add(int awaited, WaitCause cause, long nanos, boolean isEstimate) {
    if (nanos > 0) {
      CauseTimes times = byAwaited.computeIfAbsent(awaited, _ -> new CauseTimes());
      times.nanos[cause.index()] += nanos;
      times.estimated[cause.index()] |= isEstimate;
    }
  }

  void addUnknown(long nanos, boolean isEstimate) {
    add(NOBODY, WaitCause.UNKNOWN, nanos, isEstimate);
  }

  long nanos(WaitCause cause) {
    return byAwaited.values().stream().mapToLong(times -> times.nanos[cause.index()]).sum();
  }

  boolean isEstimate(WaitCause cause) {
    return byAwaited.values().stream().anyMatch(times -> times.estimated[cause.index()]);
  }

  long nanos(int awaited, WaitCause cause) {
    CauseTimes times = byAwaited.get(awaited);
    return times == null ? 0 : times.nanos[cause.index()];
  }

  long nanos(int awaited) {
    CauseTimes times = byAwaited.get(awaited);
    return times == null ? 0 : times.sum();
  }

  boolean isEstimate(int awaited) {
    CauseTimes times = byAwaited.get(awaited);
    return times != null && times.isEstimate();
  }

  /** Returns how long this rank has waited for the one that it has waited for longest. */
  long longestNanos() {
    return awaited().stream().mapToLong(this::nanos).findFirst().orElse(0);
  }

  long unknownNanos() {
    return nanos(NOBODY);
  }

  /** Returns the ranks that this one has waited for, the longest first. */
  List<Integer> awaited() {
    return byAwaited.keySet().stream()
        .filter(awaited -> awaited != NOBODY)
        .sorted(Comparator.comparingLong(awaited -> -nanos(awaited)))
        .toList();
  }

  /** Returns why this rank has waited for another one, in words, the longest first. */
  String causes(int awaited) {
    return Arrays.stream(WaitCause.values())
        .filter(cause -> nanos(awaited, cause) > 0)
        .sorted(Comparator.comparingLong(cause -> -nanos(awaited, cause)))
        .map(cause -> words(awaited, cause))
        .collect(Collectors.joining(", "));
  }

  private String words(int awaited, WaitCause cause) {
    String mark = Estimate.mark(byAwaited.get(awaited).estimated[cause.index()]);
    return Text.format("%s %s%.2f s", cause.label(), mark, nanos(awaited, cause) / 1e9);
  }
}
