package org.armci4j.cli.profile;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;

/** Puts what the ranks of a job have recorded into words and tables. */
final class ProfileText {
  private static final int LINES = 5;

  /** With more ranks the tables between ranks would not fit on a line. */
  private static final int MATRIX_RANKS = 16;

  /** Ranks whose waits are told, the longest. */
  private static final int MOST_WAITING = 16;

  /** Ranks of which is told how long one rank has waited for them. */
  private static final int MOST_AWAITED = 3;

  /** Above this ratio of the longest to the mean time a line tells of imbalance. */
  private static final double BALANCED = 1.1;

  private final int ranks;
  private final List<RankProfile> profiles;
  private final HostClocks clocks = new HostClocks();
  private final Map<String, LateComers> lateComers = new HashMap<>();
  private final WaitStates waits;
  private final StringBuilder text = new StringBuilder();

  /**
   * @param ranks number of ranks of the job
   * @param profiles at most one for each rank, in the order of ranks
   */
  ProfileText(int ranks, List<RankProfile> profiles) {
    this.ranks = ranks;
    this.profiles = profiles;
    profiles.forEach(one -> clocks.add(one.host(), one.clock()));
    this.waits = WaitStates.of(profiles, clocks);
    if (clocks.areOne()) {
      CollectiveCall.forEach(
          profiles,
          clocks,
          call -> lateComers.computeIfAbsent(call.label(), _ -> new LateComers()).add(call));
    }
  }

  /**
   * Returns the profile.
   *
   * @param which words behind the title
   */
  String print(String which) {
    text.append(
        Text.format(
            "armci: profile,%s %d rank%s: times of the thread that opened the runtime\n",
            which, ranks, ranks == 1 ? "" : "s"));
    if (!profiles.isEmpty()) {
      printRanks();
      printImbalance();
      printWaits();
      printCollectives();
      printLines();
      printMatrix();
    }
    printGaps();
    return text.toString();
  }

  private void printRanks() {
    line(
        "  rank       time  transfers         waits   collectives     elsewhere  operations      "
            + " bytes");
    for (RankProfile one : profiles) {
      line(
          Text.format(
              "  %4d %8.2f s %s %s %s %s %,11d  %10s",
              one.rank(),
              one.nanos() / 1e9,
              part(one, nanos(one.main(), Activity.TRANSFER)),
              part(one, waits(one.main())),
              part(one, nanos(one.main(), Activity.COLLECTIVE)),
              part(one, elsewhere(one)),
              operations(one.counters()),
              Counters.printBytes(
                  IntStream.range(0, ranks).mapToLong(peer -> one.counters().bytes(peer)).sum())));
      long others = Arrays.stream(one.others()).sum();
      if (others > 0) {
        line(
            Text.format(
                "       other threads %.2f s: transfers %.2f s, waits %.2f s, collectives %.2f s",
                others / 1e9,
                nanos(one.others(), Activity.TRANSFER) / 1e9,
                waits(one.others()) / 1e9,
                nanos(one.others(), Activity.COLLECTIVE) / 1e9));
      }
    }
  }

  private static String part(RankProfile one, long nanos) {
    return Text.format("%7.2f %3.0f %%", nanos / 1e9, 100.0 * nanos / Math.max(one.nanos(), 1));
  }

  private static long nanos(long[] times, Activity activity) {
    return times[activity.index()];
  }

  private static long waits(long[] times) {
    return Arrays.stream(Activity.values())
        .filter(Activity::isWait)
        .mapToLong(activity -> nanos(times, activity))
        .sum();
  }

  private static long elsewhere(RankProfile one) {
    return Math.max(one.nanos() - Arrays.stream(one.main()).sum(), 0); // transfers are estimated
  }

  private static long operations(Counters counters) {
    return Arrays.stream(OperationKind.values()).mapToLong(counters::operations).sum();
  }

  private void printImbalance() {
    RankProfile most =
        profiles.stream().max(Comparator.comparingLong(ProfileText::elsewhere)).orElseThrow();
    double mean = profiles.stream().mapToLong(ProfileText::elsewhere).average().orElseThrow();
    double ratio = elsewhere(most) / Math.max(mean, 1);
    if (profiles.size() > 1 && ratio > BALANCED) {
      line(
          Text.format(
              "Imbalance: rank %d works elsewhere %.2f times as long as the ranks on average (%.2f"
                  + " s to %.2f s)",
              most.rank(), ratio, elsewhere(most) / 1e9, mean / 1e9));
    }
  }

  private void printWaits() {
    String causes =
        Arrays.stream(WaitCause.values())
            .filter(cause -> waits.nanos(cause) > 0)
            .map(cause -> Text.format("%s %.2f s", cause.label(), waits.nanos(cause) / 1e9))
            .collect(Collectors.joining(", "));
    if (causes.isEmpty()) {
      return;
    }
    line(Text.format("Waits of all threads and ranks: %s", causes));
    profiles.stream()
        .sorted(Comparator.comparingLong(one -> -longestNanos(one)))
        .limit(MOST_WAITING)
        .filter(one -> longestNanos(one) >= one.nanos() / 100)
        .sorted(Comparator.comparingInt(RankProfile::rank))
        .forEach(this::printWaits);
  }

  private long longestNanos(RankProfile one) {
    RankWaits its = waits.of(one.rank());
    return its.awaited().stream().mapToLong(its::nanos).max().orElse(0);
  }

  private void printWaits(RankProfile one) {
    RankWaits its = waits.of(one.rank());
    String parts =
        its.awaited().stream()
            .limit(MOST_AWAITED)
            .filter(awaited -> its.nanos(awaited) >= one.nanos() / 100)
            .map(
                awaited ->
                    Text.format(
                        "%.2f s for rank %d (%s)",
                        its.nanos(awaited) / 1e9, awaited, its.causes(awaited)))
            .collect(Collectors.joining("; "));
    line(Text.format("  rank %d waits %s", one.rank(), parts));
  }

  private void printCollectives() {
    List<String> labels =
        profiles.stream()
            .flatMap(one -> Arrays.stream(one.collectives()))
            .map(CollectiveProfile::label)
            .distinct()
            .sorted(Comparator.comparingLong(label -> -nanos(label)))
            .toList();
    if (!labels.isEmpty()) {
      line(
          "Collectives, each rank         calls    seconds  waited for most often" + "  mean wait");
      labels.forEach(this::printCollective);
    }
  }

  private long nanos(String label) {
    return collectives(label).stream().mapToLong(CollectiveProfile::nanos).sum();
  }

  private List<CollectiveProfile> collectives(String label) {
    return profiles.stream()
        .flatMap(one -> Arrays.stream(one.collectives()))
        .filter(calls -> calls.label().equals(label))
        .toList();
  }

  private void printCollective(String label) {
    long calls = collectives(label).stream().mapToLong(CollectiveProfile::calls).sum();
    text.append(
        Text.format(
            "  %-22s %,11d %10.3f",
            label, calls / profiles.size(), nanos(label) / 1e9 / profiles.size()));
    LateComers late = lateComers.get(label);
    if (late != null && late.areKnown()) {
      text.append(
          Text.format(
              "  rank %4d, %3.0f %%       %s",
              late.rank(), 100 * late.share(), printNanos(late.meanNanos())));
    }
    text.append('\n');
  }

  private static String printNanos(double nanos) {
    return nanos >= 1e9
        ? Text.format("%.2f s", nanos / 1e9)
        : nanos >= 1e6 ? Text.format("%.1f ms", nanos / 1e6) : Text.format("%.1f us", nanos / 1e3);
  }

  private void printLines() {
    Map<String, Long> nanos = new HashMap<>();
    profiles.forEach(
        one -> one.lines().forEach((line, time) -> nanos.merge(line, time, Long::sum)));
    if (nanos.isEmpty()) {
      return;
    }
    line("Source lines with the most time in the runtime, of all ranks");
    double all = profiles.stream().mapToLong(RankProfile::nanos).sum();
    nanos.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(LINES)
        .forEach(
            line ->
                line(
                    Text.format(
                        "  %8.2f s %3.0f %%  %s",
                        line.getValue() / 1e9, 100 * line.getValue() / all, line.getKey())));
  }

  private void printMatrix() {
    List<Counters> counters = profiles.stream().map(RankProfile::counters).toList();
    boolean any = counters.stream().anyMatch(one -> operations(one) > 0);
    if (any && ranks > 1 && ranks <= MATRIX_RANKS) {
      line("Bytes moved by one rank to or from another, without collectives");
      text.append(Counters.matrix(counters));
    }
  }

  private void printGaps() {
    if (!clocks.areOne()) {
      line("Who came last to collectives is not told: the hosts' clocks were not compared");
    } else if (clocks.hosts().size() > 1) {
      line(
          Text.format(
              "Times of %d hosts are compared by clocks that may be wrong by %s",
              clocks.hosts().size(), printNanos(clocks.errorNanos())));
    }
    List<Integer> unclosed =
        profiles.stream().filter(one -> !one.isClosed()).map(one -> one.rank()).toList();
    if (!unclosed.isEmpty()) {
      line(Text.format("Not closed, so its last second may be missing: rank %s", join(unclosed)));
    }
    List<Integer> there = profiles.stream().map(one -> one.rank()).toList();
    List<Integer> missing =
        IntStream.range(0, ranks).filter(rank -> !there.contains(rank)).boxed().toList();
    if (!missing.isEmpty()) {
      line(
          Text.format(
              "No profile of rank %s: it opened no runtime, ended within a second, or its host does"
                  + " not share the launcher's folder %s",
              join(missing), System.getProperty("java.io.tmpdir")));
    }
  }

  private static String join(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
