package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;

/** What follows from the profiles of the ranks of a job, however it is shown. */
final class ProfileFacts {
  private static final int LINES = 5;

  /** Above this ratio of the longest to the mean time there is imbalance. */
  private static final double BALANCED = 1.1;

  private final int ranks;
  private final List<RankProfile> profiles;
  private final HostClocks clocks = new HostClocks();
  private final Map<String, LateComers> lateComers = new HashMap<>();
  private final WaitStates waits;

  /**
   * @param ranks number of ranks of the job
   * @param profiles at most one for each rank, in the order of ranks
   */
  ProfileFacts(int ranks, List<RankProfile> profiles) {
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

  int ranks() {
    return ranks;
  }

  /** Returns the number of ranks of the job in words. */
  String size() {
    return ranks + (ranks == 1 ? " rank" : " ranks");
  }

  List<RankProfile> profiles() {
    return profiles;
  }

  HostClocks clocks() {
    return clocks;
  }

  WaitStates waits() {
    return waits;
  }

  static long nanos(long[] times, Activity activity) {
    return times[activity.index()];
  }

  static long waits(long[] times) {
    return Arrays.stream(Activity.values())
        .filter(Activity::isWait)
        .mapToLong(activity -> nanos(times, activity))
        .sum();
  }

  /** Returns the time of a rank's program itself. */
  static long elsewhere(RankProfile one) {
    return Math.max(one.nanos() - Arrays.stream(one.main()).sum(), 0); // transfers are estimated
  }

  /** Time of a rank's first thread. */
  record TimeShare(long nanos, boolean isEstimate) {}

  /** Returns the times of transfers, waits and collectives, and the time elsewhere. */
  static List<TimeShare> shares(RankProfile one) {
    long[] main = one.main();
    long[] estimated = one.mainEstimated();
    return List.of(
        new TimeShare(nanos(main, Activity.TRANSFER), isEstimate(estimated, Activity.TRANSFER)),
        new TimeShare(waits(main), areWaitsEstimates(estimated)),
        new TimeShare(nanos(main, Activity.COLLECTIVE), false),
        new TimeShare(elsewhere(one), isElsewhereEstimate(one)));
  }

  /** Returns whether a rank's time of an activity is an estimate. */
  static boolean isEstimate(long[] estimated, Activity activity) {
    return estimated[activity.index()] > 0;
  }

  static boolean areWaitsEstimates(long[] estimated) {
    return Arrays.stream(Activity.values())
        .anyMatch(activity -> activity.isWait() && isEstimate(estimated, activity));
  }

  /** Returns whether the time of a rank's program itself is an estimate. */
  private static boolean isElsewhereEstimate(RankProfile one) {
    return Arrays.stream(one.mainEstimated()).anyMatch(nanos -> nanos > 0);
  }

  static long operations(Counters counters) {
    return Arrays.stream(OperationKind.values()).mapToLong(counters::operations).sum();
  }

  static long bytes(Counters counters) {
    return Arrays.stream(OperationKind.values()).mapToLong(counters::bytes).sum();
  }

  static String printNanos(double nanos) {
    return nanos >= 1e9
        ? Text.format("%.2f s", nanos / 1e9)
        : nanos >= 1e6 ? Text.format("%.1f ms", nanos / 1e6) : Text.format("%.1f us", nanos / 1e3);
  }

  /** Returns which rank has more work of its own than the others, in words, if one has. */
  Optional<String> imbalance() {
    if (profiles.size() < 2) {
      return Optional.empty();
    }
    RankProfile most =
        profiles.stream().max(Comparator.comparingLong(ProfileFacts::elsewhere)).orElseThrow();
    double mean = profiles.stream().mapToLong(ProfileFacts::elsewhere).average().orElseThrow();
    double ratio = elsewhere(most) / Math.max(mean, 1);
    String mark = Estimate.mark(profiles.stream().anyMatch(ProfileFacts::isElsewhereEstimate));
    return ratio <= BALANCED
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "rank %d works elsewhere %s%.2f times as long as the ranks on average (%s%.2f s to"
                    + " %s%.2f s)",
                most.rank(), mark, ratio, mark, elsewhere(most) / 1e9, mark, mean / 1e9));
  }

  /** Returns the causes for which any rank has waited. */
  List<WaitCause> causes() {
    return Arrays.stream(WaitCause.values()).filter(cause -> waits.nanos(cause) > 0).toList();
  }

  /** Returns the kinds of collectives, those with the most time first. */
  List<CollectiveSum> collectives() {
    Map<String, CollectiveSum> sums = new HashMap<>();
    for (RankProfile one : profiles) {
      for (CollectiveProfile calls : one.collectives()) {
        CollectiveSum sum = new CollectiveSum(calls.kind().label(), calls.calls(), calls.nanos());
        sums.merge(sum.label(), sum, CollectiveSum::plus);
      }
    }
    return sums.values().stream().sorted(Comparator.comparingLong(sum -> -sum.nanos())).toList();
  }

  /** Calls of one kind of collective on all ranks. */
  record CollectiveSum(String label, long calls, long nanos) {
    private CollectiveSum plus(CollectiveSum other) {
      return new CollectiveSum(label, calls + other.calls, nanos + other.nanos);
    }
  }

  /** Returns who came late to a kind of collective, if somebody has waited. */
  Optional<LateComers> lateComers(String label) {
    return Optional.ofNullable(lateComers.get(label)).filter(LateComers::areKnown);
  }

  /** Returns the source lines with the most time of all ranks, and their nanoseconds. */
  List<Map.Entry<String, Long>> lines() {
    Map<String, Long> nanos = new HashMap<>();
    profiles.forEach(
        one -> one.lines().forEach((line, time) -> nanos.merge(line, time, Long::sum)));
    return nanos.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(LINES)
        .toList();
  }

  /** Returns the time of all ranks together. */
  double allNanos() {
    return profiles.stream().mapToLong(RankProfile::nanos).sum();
  }

  List<Counters> counters() {
    return profiles.stream().map(RankProfile::counters).toList();
  }

  /** Returns whether any number is an estimate. */
  boolean hasEstimates() {
    return profiles.stream()
            .anyMatch(
                one ->
                    !one.lines().isEmpty()
                        || isElsewhereEstimate(one)
                        || Arrays.stream(one.othersEstimated()).anyMatch(nanos -> nanos > 0))
        || lateComers.values().stream().anyMatch(LateComers::areEstimates);
  }

  /** Returns what a reader must know of what is missing or inexact, in sentences without a stop. */
  List<String> gaps() {
    List<Integer> unclosed =
        profiles.stream().filter(one -> !one.isClosed()).map(RankProfile::rank).toList();
    boolean[] isThere = new boolean[ranks];
    profiles.forEach(one -> isThere[one.rank()] = true);
    List<Integer> missing =
        IntStream.range(0, ranks).filter(rank -> !isThere[rank]).boxed().toList();
    List<String> gaps = new ArrayList<>(clockGap());
    if (!unclosed.isEmpty()) {
      gaps.add("Not closed, so the end of its profile may be missing: rank " + join(unclosed));
    }
    if (!missing.isEmpty()) {
      gaps.add(missingGap(missing));
    }
    return gaps;
  }

  private List<String> clockGap() {
    if (!clocks.areOne()) {
      return List.of(
          "Who came last to collectives is not told: the hosts' clocks were not compared");
    }
    return clocks.hosts().size() <= 1
        ? List.of()
        : List.of(
            Text.format(
                "Times of %d hosts are compared by clocks that may be wrong by %s",
                clocks.hosts().size(), printNanos((double) clocks.errorNanos())));
  }

  private static String missingGap(List<Integer> missing) {
    return Text.format(
        "No profile of rank %s: it opened no runtime, ended soon after, or its host does not"
            + " share the launcher's folder %s",
        join(missing), System.getProperty("java.io.tmpdir"));
  }

  private static String join(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
