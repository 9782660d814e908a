package org.armci4j.cli.profile;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.RankProfile;

/** Puts what the ranks of a job have recorded into words and tables. */
final class ProfileText {
  /** With more ranks the tables between ranks would not fit on a line. */
  private static final int MATRIX_RANKS = 16;

  /** Ranks whose waits are told, the longest. */
  private static final int MOST_WAITING = 16;

  /** Ranks of which is told how long one rank has waited for them. */
  private static final int MOST_AWAITED = 3;

  private final ProfileFacts facts;
  private final List<RankProfile> profiles;
  private final StringBuilder text = new StringBuilder();

  ProfileText(ProfileFacts facts) {
    this.facts = facts;
    this.profiles = facts.profiles();
  }

  /**
   * Returns the profile.
   *
   * @param which words behind the title
   */
  String print(String which) {
    text.append(
        Text.format(
            "armci: profile%s, %s: times of the thread that opened the runtime\n",
            which, facts.size()));
    if (!profiles.isEmpty()) {
      printRanks();
      facts.imbalance().ifPresent(words -> line("Imbalance: " + words));
      printWaits();
      printCollectives();
      printLines();
      printMatrix();
      if (facts.hasEstimates()) {
        line(Estimate.LEGEND);
      }
    }
    facts.gaps().forEach(this::line);
    return text.toString();
  }

  private void printRanks() {
    line(
        "  rank       time  transfers         waits   collectives     elsewhere  operations      "
            + " bytes");
    for (RankProfile one : profiles) {
      String shares =
          ProfileFacts.shares(one).stream()
              .map(share -> part(one, share))
              .collect(Collectors.joining(" "));
      line(
          Text.format(
              "  %4d %8.2f s %s %,11d  %10s",
              one.rank(),
              one.nanos() / 1e9,
              shares,
              ProfileFacts.operations(one.counters()),
              Counters.printBytes(ProfileFacts.bytes(one.counters()))));
      printOthers(one);
    }
  }

  private void printOthers(RankProfile one) {
    long others = Arrays.stream(one.others()).sum();
    if (others > 0) {
      long[] estimated = one.othersEstimated();
      boolean areTransfers = ProfileFacts.isEstimate(estimated, Activity.TRANSFER);
      boolean areWaits = ProfileFacts.areWaitsEstimates(estimated);
      line(
          Text.format(
              "       other threads %s: transfers %s, waits %s, collectives %s",
              seconds(others, areTransfers || areWaits),
              seconds(ProfileFacts.nanos(one.others(), Activity.TRANSFER), areTransfers),
              seconds(ProfileFacts.waits(one.others()), areWaits),
              seconds(ProfileFacts.nanos(one.others(), Activity.COLLECTIVE), false)));
    }
  }

  private static String seconds(long nanos, boolean isEstimate) {
    return Text.format("%s%.2f s", Estimate.mark(isEstimate), nanos / 1e9);
  }

  private static String part(RankProfile one, ProfileFacts.TimeShare share) {
    String seconds = Text.format("%s%.2f", Estimate.mark(share.isEstimate()), share.nanos() / 1e9);
    return Text.format("%7s %3.0f %%", seconds, 100.0 * share.nanos() / Math.max(one.nanos(), 1));
  }

  private void printWaits() {
    List<WaitCause> causes = facts.causes();
    if (causes.isEmpty()) {
      return;
    }
    WaitStates waits = facts.waits();
    line(
        causes.stream()
            .map(
                cause -> cause.label() + " " + seconds(waits.nanos(cause), waits.isEstimate(cause)))
            .collect(Collectors.joining(", ", "Waits of all threads and ranks: ", "")));
    profiles.stream()
        .sorted(Comparator.comparingLong(one -> -waits.of(one.rank()).longestNanos()))
        .limit(MOST_WAITING)
        .filter(one -> waits.of(one.rank()).longestNanos() >= one.nanos() / 100)
        .sorted(Comparator.comparingInt(RankProfile::rank))
        .forEach(this::printWaits);
  }

  private void printWaits(RankProfile one) {
    RankWaits its = facts.waits().of(one.rank());
    String parts =
        its.awaited().stream()
            .limit(MOST_AWAITED)
            .filter(awaited -> its.nanos(awaited) >= one.nanos() / 100)
            .map(
                awaited ->
                    Text.format(
                        "%s for rank %d (%s)",
                        seconds(its.nanos(awaited), its.isEstimate(awaited)),
                        awaited,
                        its.causes(awaited)))
            .collect(Collectors.joining("; "));
    line(Text.format("  rank %d waits %s", one.rank(), parts));
  }

  private void printCollectives() {
    List<ProfileFacts.CollectiveSum> sums = facts.collectives();
    if (!sums.isEmpty()) {
      line("Collectives, each rank         calls    seconds  waited for most often  mean wait");
      sums.forEach(this::printCollective);
    }
  }

  private void printCollective(ProfileFacts.CollectiveSum sum) {
    text.append(
        Text.format(
            "  %-22s %,11d %10.3f",
            sum.label(), sum.calls() / profiles.size(), sum.nanos() / 1e9 / profiles.size()));
    facts
        .lateComers(sum.label())
        .ifPresent(
            late ->
                text.append(
                    Text.format(
                        "  rank %4d, %4s %%       %s%s",
                        late.rank(),
                        Estimate.mark(late.areEstimates()) + Math.round(100 * late.share()),
                        Estimate.mark(late.areEstimates()),
                        ProfileFacts.printNanos(late.meanNanos()))));
    text.append('\n');
  }

  private void printLines() {
    List<Map.Entry<String, Long>> lines = facts.lines();
    if (!lines.isEmpty()) {
      line("Source lines with the most time in the runtime, of all ranks");
      for (Map.Entry<String, Long> one : lines) {
        long nanos = one.getValue();
        double percent = 100 * nanos / facts.allNanos();
        line(Text.format("  %10s %3.0f %%  %s", seconds(nanos, true), percent, one.getKey()));
      }
    }
  }

  private void printMatrix() {
    List<Counters> counters = facts.counters();
    boolean any = counters.stream().anyMatch(one -> ProfileFacts.operations(one) > 0);
    if (any && facts.ranks() > 1 && facts.ranks() <= MATRIX_RANKS) {
      line("Bytes moved by one rank to or from another, without collectives");
      text.append(Counters.matrix(counters));
    }
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
