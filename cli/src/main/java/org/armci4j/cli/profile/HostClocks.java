package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.profile.recording.ClockReading;

/**
 * Turns times of several hosts into those of one clock, that of rank 0's host. Between the readings
 * at the beginning and at the end a clock is taken to run evenly.
 */
final class HostClocks {
  private final Map<String, List<ClockReading>> hosts = new TreeMap<>();

  /** Adds what a rank of a host has read, which may be nothing. */
  void add(String host, ClockReading[] readings) {
    List<ClockReading> all = hosts.computeIfAbsent(host, _ -> new ArrayList<>());
    all.addAll(Arrays.asList(readings));
    long first = all.isEmpty() ? 0 : all.getFirst().atNanos(); // so that no difference overflows
    all.sort(Comparator.comparingLong(one -> one.atNanos() - first));
  }

  Collection<String> hosts() {
    return hosts.keySet();
  }

  /** Returns what was read of a host's clock, in the order of time. */
  List<ClockReading> readings(String host) {
    return hosts.get(host);
  }

  /** Returns whether times of all hosts can be compared. */
  boolean areOne() {
    return hosts.size() <= 1 || hosts.values().stream().noneMatch(List::isEmpty);
  }

  /** Returns how wrong a difference between times of two hosts may be: the two worst add up. */
  long errorNanos() {
    return hosts.values().stream()
        .map(readings -> readings.stream().mapToLong(ClockReading::errorNanos).max().orElse(0))
        .sorted(Comparator.reverseOrder())
        .limit(2)
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Returns a time of a host by the common clock. */
  long common(String host, long nanos) {
    List<ClockReading> readings = hosts.get(host);
    if (hosts.size() <= 1 || readings.isEmpty()) {
      return nanos;
    }
    ClockReading first = readings.getFirst();
    ClockReading last = readings.getLast();
    double length = Math.max(last.atNanos() - first.atNanos(), 1);
    double part = Math.clamp((nanos - first.atNanos()) / length, 0.0, 1.0);
    double drift = part * (last.aheadNanos() - first.aheadNanos());
    return nanos - first.aheadNanos() - Math.round(drift);
  }
}
