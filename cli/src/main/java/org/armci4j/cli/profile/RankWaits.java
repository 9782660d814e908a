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
  private final Map<Integer, long[]> byAwaited = new TreeMap<>();

  RankWaits(int rank) {
    this.rank = rank;
  }

  int rank() {
    return rank;
  }

  void add(int awaited, WaitCause cause, long nanos) {
    if (nanos > 0) {
      byAwaited.computeIfAbsent(awaited, _ -> new long[CAUSES])[cause.index()] += nanos;
    }
  }

  void addUnknown(long nanos) {
    add(NOBODY, WaitCause.UNKNOWN, nanos);
  }

  long nanos(WaitCause cause) {
    return byAwaited.values().stream().mapToLong(times -> times[cause.index()]).sum();
  }

  long nanos(int awaited, WaitCause cause) {
    long[] times = byAwaited.get(awaited);
    return times == null ? 0 : times[cause.index()];
  }

  long nanos(int awaited) {
    long[] times = byAwaited.get(awaited);
    return times == null ? 0 : Arrays.stream(times).sum();
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
        .map(cause -> Text.format("%s %.2f s", cause.label(), nanos(awaited, cause) / 1e9))
        .collect(Collectors.joining(", "));
  }
}
