package org.armci4j.lab.rails;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Measures the patterns and policies of "Topology agnostic hot-spot avoidance with InfiniBand",
 * section 5, with four ranks over two rails of the lab's machine. The patterns are a displaced
 * ring, an alltoall and an allgather, with ranks placed in order and at random. The policies are
 * one path, four paths that all carry a part, and the best two of four, two of eight and three of
 * twelve. The rails are equal, or the second one is slowed to a quarter.
 */
final class RailPoliciesBenchmark implements SuiteRun {
  /** Default number of passes over all figures. */
  static final int PASSES = 2;

  private static final int RANKS = 4;

  /** Rate of a rail each way; at a higher one, the one emulated core of all ranks is the limit. */
  private static final int MEGABITS = 8;

  private static final int SLOW_MEGABITS = MEGABITS / 4;

  /** Longer than packets wait at the slow rail before the weights adapt. */
  private static final String ACK_TIMEOUT = "8s";

  /** Burst of a rail: short against a stripe, as a burst passes at full speed. */
  private static final String BURST = "10k";

  private static final long SEED = 1;

  private final int passes;

  /**
   * Creates the benchmark.
   *
   * @param passes number of passes over all figures
   */
  RailPoliciesBenchmark(int passes) {
    this.passes = passes;
  }

  @Override
  public List<String> measure(Report report) {
    RailsJob job = new RailsJob(report, RailPoliciesRank.class, RANKS, true);
    String first = rate(0, MEGABITS) + " && ";
    job.run(
        RailsJob.ONE,
        ACK_TIMEOUT,
        Integer.toString(passes),
        Long.toString(SEED),
        first + rate(1, MEGABITS),
        first + rate(1, SLOW_MEGABITS));
    return job.notes();
  }

  @Override
  public String table(Report report) {
    String title =
        Text.format(
            "%npolicies of %d ranks, MB/s that all receive of others; a rail carries %.1f MB/s each"
                + " way, a slowed one %.2f;%ntimes: of one path; %% 2nd: of what leaves the rails,"
                + " through the second one;%nsequential: ranks %s at one side; random, seed %d:"
                + " ranks %s; medians of %d rounds%n",
            RANKS,
            MEGABITS / 8.0,
            SLOW_MEGABITS / 8.0,
            first(RailPlacement.sequential(RANKS)),
            SEED,
            first(RailPlacement.random(RANKS, SEED)),
            passes * RailPoliciesRank.ROUNDS);
    return title + new RailPoliciesFigures(phase -> RailsJob.figures(report, phase)).table();
  }

  private static String rate(int rail, int megabits) {
    return RailsJob.rate(rail, megabits, BURST);
  }

  /** Returns the ranks at the first side. */
  private static String first(int... sides) {
    return IntStream.range(0, sides.length)
        .filter(rank -> sides[rank] == 0)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", "));
  }
}
