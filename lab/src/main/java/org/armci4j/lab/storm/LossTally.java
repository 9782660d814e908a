package org.armci4j.lab.storm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.armci4j.bootstrap.text.Text;

/** Counts jobs that lost ranks, by what happened to them and by their ends. */
final class LossTally {
  private final Map<LossKind, List<LossOutcome>> outcomes = new EnumMap<>(LossKind.class);

  /** Number of jobs that UCX ended though nobody attacked them. */
  private int quietDeaths;

  void addQuietDeath() {
    quietDeaths++;
  }

  void add(LossOutcome outcome) {
    outcomes.computeIfAbsent(outcome.kind(), _ -> new ArrayList<>()).add(outcome);
  }

  private List<LossOutcome> all() {
    return outcomes.values().stream().flatMap(List::stream).toList();
  }

  int losses() {
    return all().stream().mapToInt(LossOutcome::losses).sum();
  }

  int faults() {
    return (int) all().stream().filter(one -> one.end().isFault()).count();
  }

  /** Returns a summary in one line. */
  String line() {
    return Text.format(
        "%d ranks lost in %d jobs; %d jobs with a fault", losses(), all().size(), faults());
  }

  /** Prints how the jobs of each kind ended, and their times. */
  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "%-46s %5s", "loss", "ranks");
    for (LossEnd end : LossEnd.values()) {
      out.printf(Locale.ROOT, " %9s", end.name().toLowerCase(Locale.ROOT));
    }
    out.println();
    outcomes.forEach((kind, some) -> printEnds(out, kind.words(), some));
    printEnds(out, "all", all());
    out.printf(
        Locale.ROOT,
        "%n%-46s %5s %28s %28s%n",
        "ms, median / p90 / longest",
        "jobs",
        "signal to launcher's word",
        "word to next progress");
    outcomes.forEach((kind, some) -> printTimes(out, kind.words(), some));
    printTimes(out, "all", all());
    out.println(line());
    if (quietDeaths > 0) {
      out.println(
          quietDeaths + " jobs that lost nobody ended by an assertion of UCX, and repeated");
    }
    out.flush();
  }

  private static void printEnds(PrintWriter out, String name, List<LossOutcome> some) {
    int losses = some.stream().mapToInt(LossOutcome::losses).sum();
    out.printf(Locale.ROOT, "%-46s %5d", name, losses);
    for (LossEnd end : LossEnd.values()) {
      out.printf(Locale.ROOT, " %9d", some.stream().filter(one -> one.end() == end).count());
    }
    out.println();
  }

  private static void printTimes(PrintWriter out, String name, List<LossOutcome> some) {
    out.printf(
        Locale.ROOT,
        "%-46s %5d %28s %28s%n",
        name,
        some.size(),
        times(some, LossOutcome::noticedNanos),
        times(some, LossOutcome::progressNanos));
  }

  private static String times(List<LossOutcome> some, ToLongFunction<LossOutcome> nanos) {
    long[] sorted = some.stream().mapToLong(nanos).filter(one -> one >= 0).sorted().toArray();
    int n = sorted.length;
    return n == 0
        ? "-"
        : Text.format(
            "%d / %d / %d",
            sorted[n / 2] / 1_000_000, sorted[9 * n / 10] / 1_000_000, sorted[n - 1] / 1_000_000);
  }
}
