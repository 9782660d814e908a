package org.armci4j.benchmarks.irregular;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerComparison;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code irregular}: all ranks at once touch single words all over a table that is
 * dealt out among them. A figure is the time of one word at each rank. The tables of a rank fit its
 * first cache, its second one, or none. Every call is checked before it is measured.
 *
 * <ul>
 *   <li>{@code histogram}: adds 1 to words, one by one and atomically; {@code histogram-batches}:
 *       accumulates lists of words; {@code histogram-stream}: pushes the places to the ranks that
 *       have them
 *   <li>{@code gather}: reads words one by one; {@code gather-batches}: by lists of words; {@code
 *       gather-requests}: by a stream of requests; {@code gather-virtual-threads}: one by one, in
 *       10,000 virtual threads at once
 * </ul>
 *
 * <p>Beside bale also its applications, see {@link BaleApplications}.
 */
public final class IrregularBenchmark {
  private static final String SUITE = "irregular";
  private static final String BALE = "--bale";
  private static final int[] TABLE_WORDS = {1 << 10, 1 << 17, 1 << 23};
  private static final long REPETITION_NANOS = 20_000_000;
  private static final int REPETITIONS = 15;

  /** Rows of the applications' matrices: bale prints their times in whole milliseconds. */
  private static final int ROWS = 200_000;

  private static final int QUICK_ROWS = 50_000;
  private static final int QUICK_REPETITIONS = 3;

  private IrregularBenchmark() {}

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
        NetworkLine.addOptions(new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.WORDS)))
            .timed()
            .without("--sizes")
            .option(
                BetweenHosts.OPTION,
                null,
                "Between two hosts instead of within one, without peers.")
            .option(
                BALE,
                "DIR",
                "Beside the programs of bale (jdevinney/bale), built for Open MPI's OpenSHMEM, in"
                    + " this folder; the best of their forms counts, of applications also the plain"
                    + " one. Adds its applications and the examples that do the same.")
            .footer(
                "",
                "Operations: " + String.join(", ", IrregularPoint.OPERATIONS) + ".",
                "With "
                    + BALE
                    + " also: "
                    + BaleApplication.all(ROWS).stream()
                        .map(BaleApplication::name)
                        .collect(Collectors.joining(", "))
                    + ".");
    return new Suite(line, IrregularBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(List.of(job.size()));
    List<BaleApplication> known =
        line.has(BALE) ? BaleApplication.all(options.quick() ? QUICK_ROWS : ROWS) : List.of();
    List<IrregularPoint> all =
        Stream.concat(
                points().stream(), known.stream().map(one -> new IrregularPoint(one.name(), 0)))
            .toList();
    List<IrregularPoint> chosen =
        options.chosen(all, IrregularPoint::operation, IrregularPoint::name);
    List<IrregularPoint> points = chosen.stream().filter(point -> point.words() > 0).toList();
    if (BetweenHosts.isAskedFor(line)) {
      if (line.has(BALE)) {
        throw new IllegalArgumentException(BALE + " runs within one host only");
      }
      return BetweenHosts.of(
          line,
          network ->
              comparison(
                  options,
                  List.of(network.subject(IrregularRank.class)),
                  InstalledPeers.find(SUITE, List.of(), 0),
                  points));
    }
    long tableBytes =
        points.stream().mapToLong(point -> (long) point.words() * Long.BYTES).max().orElse(0);
    InstalledPeers peers = InstalledPeers.find(SUITE, PeerLibrary.of(options.peers()), tableBytes);
    List<BaleApplication> applications =
        known.stream().filter(one -> chosen.contains(new IrregularPoint(one.name(), 0))).toList();
    if (line.has(BALE)) {
      peers.with(BalePrograms.subject(line.path(BALE), applications));
    }
    boolean sharesTime = !points.isEmpty() && !applications.isEmpty();
    SuiteRun words =
        comparison(
            sharesTime ? options.inHalfTheTime() : options,
            JobMain.subjects(IrregularRank.class, job.isInOneJvm(), options.variants()),
            peers,
            points);
    return applications.isEmpty()
        ? words
        : new BaleApplications(
            words, !points.isEmpty(), applications, line.path(BALE), job.isInOneJvm(), options);
  }

  private static PeerComparison comparison(
      SuiteOptions options, List<Subject> own, InstalledPeers peers, List<IrregularPoint> points) {
    return new PeerComparison(options, own, peers, arguments(options, points));
  }

  /** Returns all points. */
  static List<IrregularPoint> points() {
    return IrregularPoint.OPERATIONS.stream()
        .flatMap(
            operation ->
                IntStream.of(TABLE_WORDS).mapToObj(words -> new IrregularPoint(operation, words)))
        .toList();
  }

  private static List<String> arguments(SuiteOptions options, List<IrregularPoint> points) {
    return options.arguments(
        REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, IrregularPoint::toArgument);
  }
}
