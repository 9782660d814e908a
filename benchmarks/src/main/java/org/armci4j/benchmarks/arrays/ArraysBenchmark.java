package org.armci4j.benchmarks.arrays;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerComparison;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.hosts.MpiNetwork;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code arrays}: operations of global arrays, by this system and by Global Arrays
 * in C. The array has 4096 x 4096 doubles, in the same blocks on both sides. Puts, accumulates and
 * scatters include a fence. Local values are in Java arrays. Both sides check the outcome of each
 * operation before they measure.
 *
 * <ul>
 *   <li>{@code put-8x8}: a patch of another rank's block; {@code put-spread-64x64}: a patch around
 *       the array's middle, where the blocks meet
 *   <li>{@code gather-1000}, {@code scatter-1000}, {@code scatter-accumulate-1000}: elements at
 *       random all over the array, by a list of indices
 *   <li>{@code fetch-add}: Global Arrays' read-and-increment; {@code get-element}, {@code
 *       put-element}: one element by its indices
 *   <li>{@code ghosts}: an update of all ghosts, 1 wide, of the periodic array; {@code dot}: of two
 *       arrays
 *   <li>{@code transpose-1024}, {@code multiply-1024}: of square matrices; {@code blas-1024} of the
 *       peer: the same product by its BLAS, without global arrays
 * </ul>
 */
public final class ArraysBenchmark {
  private static final String SUITE = "arrays";

  /** Far above the clock's cost of 25 ns, and short enough that a time slice seldom ends in it. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 21;
  private static final int QUICK_REPETITIONS = 5;

  private ArraysBenchmark() {}

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    suite().run(args);
  }

  /** Returns the suite. */
  public static Suite suite() {
    SuiteCommandLine line =
        NetworkLine.addOptions(new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.ARRAYS)))
            .timed()
            .without("--sizes")
            .option(
                BetweenHosts.OPTION,
                null,
                "Between two hosts instead of within one, both in fresh jobs.")
            .footer("", "Operations: " + String.join(", ", ArrayPoints.OPERATIONS) + ".");
    return new Suite(line, ArraysBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(List.of(job.size()));
    List<ArrayPoint> points =
        options.chosen(ArrayPoints.all(!options.quick()), ArrayPoint::operation, ArrayPoint::name);
    List<PeerLibrary> peers = PeerLibrary.of(options.peers());
    List<String> arguments = arguments(options, points);
    if (BetweenHosts.isAskedFor(line)) {
      return BetweenHosts.of(
          line,
          network -> {
            MpiNetwork mpi = new MpiNetwork(network.hosts());
            return new PeerComparison(
                options,
                List.of(network.subject(ArraysRank.class)),
                InstalledPeers.find(SUITE, peers, mpi, mpi.tcp()),
                arguments);
          });
    }
    return new PeerComparison(
        options,
        JobMain.subjects(ArraysRank.class, job.isInOneJvm(), options.variants()),
        InstalledPeers.find(SUITE, peers, 0),
        arguments);
  }

  private static List<String> arguments(SuiteOptions options, List<ArrayPoint> points) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(ArrayPoints.EDGE));
    arguments.addAll(
        options.arguments(
            REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, ArrayPoint::toArgument));
    return arguments;
  }
}
