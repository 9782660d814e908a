package org.armci4j.lab.rails;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * The patterns and policies of "Topology agnostic hot-spot avoidance with InfiniBand", section 5,
 * with four ranks over two rails of the lab's machine: a displaced ring, an alltoall and an
 * allgather, placed in order and by lot; one path, four that all carry a part, and the best two of
 * four, two of eight and three of twelve; with equal rails and with the second one slowed to a
 * quarter.
 */
final class RailPoliciesBenchmark implements SuiteRun {
  /** How often all is gone through if nothing is said. */
  static final int PASSES = 2;

  private static final int RANKS = 4;

  /** Of a rail each way: with more, the one emulated core that four ranks share is measured. */
  private static final int MEGABITS = 8;

  private static final int SLOW_MEGABITS = MEGABITS / 4;

  /** Longer than packets wait at the slow rail before the weights have found out. */
  private static final String ACK_TIMEOUT = "8s";

  /** Short beside stripes, which would seem fast for as much. */
  private static final String BURST = "10k";

  private static final long SEED = 1;

  private final int passes;
  private final List<String> remarks = new ArrayList<>();

  /**
   * @param passes how often all is gone through
   */
  RailPoliciesBenchmark(int passes) {
    this.passes = passes;
  }

  @Override
  public void measure(Report report) {
    RailsJob job = new RailsJob(report, RailPoliciesRank.class, RANKS, true);
    String first = rate(0, MEGABITS) + " && ";
    job.run(
        RailsJob.ONE,
        ACK_TIMEOUT,
        Integer.toString(passes),
        Long.toString(SEED),
        first + rate(1, MEGABITS),
        first + rate(1, SLOW_MEGABITS));
    remarks.addAll(job.notes());
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

  @Override
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  private static String rate(int rail, int megabits) {
    return RailsJob.rate(rail, megabits, BURST);
  }

  /** The ranks at the first side. */
  private static String first(int... sides) {
    return IntStream.range(0, sides.length)
        .filter(rank -> sides[rank] == 0)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", "));
  }
}
