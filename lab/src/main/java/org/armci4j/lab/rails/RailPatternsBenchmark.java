package org.armci4j.lab.rails;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Measures patterns of four ranks over two rails of the lab's machine, two ranks at each side: a
 * displaced ring (each rank puts to the next one, at the other side), an alltoall and an allgather.
 * Each runs over one rail, and over two of which one is slowed to a quarter in the middle. A third
 * of an alltoall's data stays at its side.
 *
 * <p>Source: the patterns of "Topology agnostic hot-spot avoidance with InfiniBand", section 5.
 */
final class RailPatternsBenchmark implements SuiteRun {
  private static final int RANKS = 4;

  /** Rate of a rail each way; at a higher one, the one emulated core of all ranks is the limit. */
  private static final int MEGABITS = 4;

  /** Longer than packets wait at the slow rail before the weights adapt. */
  private static final String ACK_TIMEOUT = "8s";

  private static final int SLOW_MEGABITS = MEGABITS / 4;
  private static final List<String> PATTERNS = List.of("ring", "alltoall", "allgather");

  @Override
  public List<String> measure(Report report) {
    RailsJob job = new RailsJob(report, RailPatternsRank.class, RANKS, false);
    String whole = rate(0, MEGABITS) + " && " + rate(1, MEGABITS);
    job.run(RailsJob.ONE, ACK_TIMEOUT, phases("one rail, ", whole));
    String slow = rate(1, SLOW_MEGABITS);
    job.run(RailsJob.TWO, ACK_TIMEOUT, phases("two rails, ", whole, slow, whole));
    return job.notes();
  }

  private static String rate(int rail, int megabits) {
    return RailsJob.rate(rail, megabits, RailsJob.LONG_BURST);
  }

  private static String[] phases(String name, String... commands) {
    return PATTERNS.stream()
        .map(pattern -> name + pattern + "|" + pattern + "|" + String.join("|", commands))
        .toArray(String[]::new);
  }

  @Override
  public String table(Report report) {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(
            "%npatterns of %d ranks, MB/s that all receive of others; a rail carries %.1f MB/s each"
                + " way, a slow one %.2f; of two rails the times of one rail; the later half of %d"
                + " rounds%n",
            RANKS, MEGABITS / 8.0, SLOW_MEGABITS / 8.0, RailPatternsRank.ROUNDS));
    text.append(RailsJob.line("", "one rail", "two", "x", "one slow", "x", "again", "x"));
    for (String pattern : PATTERNS) {
      double one = late(RailsJob.figures(report, "one rail, " + pattern), 0);
      Map<Long, Double> two = RailsJob.figures(report, "two rails, " + pattern);
      text.append(
          RailsJob.line(
              pattern,
              RailsJob.text(one),
              RailsJob.text(late(two, 0)),
              RailsJob.text(late(two, 0) / one),
              RailsJob.text(late(two, 1)),
              RailsJob.text(late(two, 1) / one),
              RailsJob.text(late(two, 2)),
              RailsJob.text(late(two, 2) / one)));
    }
    return text.toString();
  }

  /** Returns the median of the second half of a part's rounds, when the rate has settled. */
  private static double late(Map<Long, Double> rounds, int part) {
    int end = (part + 1) * RailPatternsRank.ROUNDS;
    double[] late =
        IntStream.range(end - RailPatternsRank.ROUNDS / 2, end)
            .mapToDouble(round -> rounds.getOrDefault((long) round, Double.NaN))
            .sorted()
            .toArray();
    return late[late.length / 2];
  }
}
