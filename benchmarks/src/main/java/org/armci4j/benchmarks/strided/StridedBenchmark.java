package org.armci4j.benchmarks.strided;

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
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code strided}: transfers in rows, by this system and its peers. Both sides have
 * the same layout. Puts and accumulates include a fence.
 *
 * <ul>
 *   <li>{@code put-256x1024}: rows of 1 KiB, one every 4 KiB; {@code put-4096x8}: words, one in
 *       every cache line
 *   <li>{@code put-rows-N}: 1 MiB in rows of N bytes, a cache line apart; {@code put-contiguous}:
 *       the same in one piece
 *   <li>{@code put-face-x-low} and so on: a face of a box of 128³ doubles in a grid with ghost
 *       cells, from the box's edge to the ghost cells beyond the other edge; x faces are single
 *       doubles, y and z faces are rows of 1 KiB
 * </ul>
 */
public final class StridedBenchmark {
  private static final String SUITE = "strided";

  /** Far above the clock's cost of 25 ns, and short enough that a time slice seldom ends in it. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 21;
  private static final int QUICK_REPETITIONS = 5;

  private StridedBenchmark() {}

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
    List<String> peers = PeerLibrary.labels(PeerLibrary.ONE_SIDED);
    return new Suite(new SuiteCommandLine(SUITE, peers).timed(), StridedBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) {
    SuiteOptions options = line.options(List.of(job.size()));
    List<StridedPoint> points = points(options);
    long bufferBytes = points.stream().mapToLong(StridedPoint::endBytes).max().orElseThrow();
    return new PeerComparison(
        options,
        JobMain.subjects(StridedRank.class, job.isInOneJvm(), options.variants()),
        InstalledPeers.find(SUITE, PeerLibrary.of(options.peers()), bufferBytes),
        arguments(options, points, bufferBytes));
  }

  private static List<String> arguments(
      SuiteOptions options, List<StridedPoint> points, long bufferBytes) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(bufferBytes));
    arguments.addAll(
        options.arguments(
            REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, StridedPoint::toArgument));
    return arguments;
  }

  /** Returns all transfers, or those whose operation or whole name the user asked for. */
  private static List<StridedPoint> points(SuiteOptions options) {
    if (options.sizesBytes() != null) {
      throw new IllegalArgumentException(
          "--sizes: the shapes of this suite are given; choose among them with --operations");
    }
    List<StridedPoint> all =
        StridedPoints.OPERATIONS.stream()
            .flatMap(operation -> StridedPoints.of(operation).stream())
            .toList();
    return options.chosen(all, StridedPoint::operation, StridedPoint::name);
  }
}
