package org.armci4j.lab.storm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.bootstrap.text.Text;

/** Counts the attacks of a storm and their effects. */
final class Tally {
  private final Map<String, List<Long>> timesByAttack = new TreeMap<>();
  private int jobs;
  private int signals;
  private int leftovers;
  private long slowestNanos;

  /**
   * Adds a job that is over.
   *
   * @param hits the signals that found a process
   * @param nanos time from the last of them to the end of all processes; negative if some are left
   * @param left the leftovers
   */
  void add(List<StormJob.Hit> hits, long nanos, List<String> left) {
    jobs++;
    signals += hits.size();
    leftovers += left.size();
    slowestNanos = Math.max(slowestNanos, nanos);
    String attack =
        switch (hits.size()) {
          case 0 -> "none: the job had ended";
          case 1 -> hits.getFirst().toString();
          default -> "a pair";
        };
    timesByAttack.computeIfAbsent(attack, _ -> new ArrayList<>()).add(nanos);
  }

  int signals() {
    return signals;
  }

  int leftovers() {
    return leftovers;
  }

  /** Returns a summary in one line. */
  String line() {
    return Text.format(
        "%d signals to %d jobs; all gone after %d ms at most; %d processes and files left",
        signals, jobs, millis(slowestNanos), leftovers);
  }

  /** Prints for each kind of attack the number of jobs and their times to the end. */
  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "%-28s %6s %10s %10s%n", "attack", "jobs", "median ms", "longest ms");
    timesByAttack.forEach(
        (attack, times) -> {
          Collections.sort(times);
          out.printf(
              Locale.ROOT,
              "%-28s %6d %10d %10d%n",
              attack,
              times.size(),
              millis(times.get(times.size() / 2)),
              millis(times.getLast()));
        });
    out.println(line());
    out.flush();
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }
}
