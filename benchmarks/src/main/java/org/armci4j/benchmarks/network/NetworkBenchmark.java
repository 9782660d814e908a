package org.armci4j.benchmarks.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code network}: transfers from one host to another, from native memory and from
 * Java arrays, beside a C program on UCX and Open MPI. All subjects stay and are measured in turns,
 * figure by figure. The data of every figure are checked.
 */
public final class NetworkBenchmark {
  static final String SUITE = "network";
  private static final List<Integer> RANKS = List.of(2, 4);
  private static final long REPETITION_NANOS = 20_000_000;
  private static final long QUICK_REPETITION_NANOS = 5_000_000;
  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  /** Limit of the warm-up for each figure, far above the ranks' own limit. */
  private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(30);

  private static final Duration FIGURE_LIMIT = Duration.ofSeconds(60);

  /** Points between two ranks, which are on two hosts. */
  public static final List<Point> ONE_SIDED =
      Stream.of(
              Stream.of(
                      "put-fence", "get-latency", "fetch-add", "word-puts", "put-rows", "get-rows")
                  .map(operation -> new Point(operation, Long.BYTES)),
              IntStream.of(4 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20)
                  .mapToObj(sizeBytes -> new Point("put-bandwidth", sizeBytes)),
              IntStream.of(4 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20)
                  .mapToObj(sizeBytes -> new Point("get-bandwidth", sizeBytes)))
          .flatMap(points -> points)
          .toList();

  private NetworkBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    new Suite(commandLine(), NetworkBenchmark::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(RANKS);
    boolean nonblocking = line.has(NetworkPlan.NONBLOCKING_OPTION);
    List<Point> two = nonblocking ? List.of() : NetworkPlan.chosen(ONE_SIDED, options);
    List<Point> many =
        NetworkPlan.chosen(
            nonblocking ? NetworkPlan.NONBLOCKING : NetworkPlan.COLLECTIVES, options);
    if (two.isEmpty() && many.isEmpty()) {
      throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
    }
    return BetweenHosts.of(line, network -> new NetworkRun(options, network, two, many));
  }

  private static SuiteCommandLine commandLine() {
    return NetworkLine.addOptions(new SuiteCommandLine(SUITE, NetworkPeers.NAMES))
        .option(NetworkPlan.NONBLOCKING_OPTION, null, NetworkPlan.NONBLOCKING_USAGE)
        .option(
            "--fresh",
            null,
            "Changes nothing: a message takes too long for a mix of other calls to matter.")
        .option(
            "--rounds",
            "N",
            "Measures every figure N times, 5 if not said, each time with all subjects, shortly"
                + " after each other.")
        .option("--ranks", "LIST", "Numbers of ranks of the collectives; 2,4 if not said.")
        .option(
            "--operations",
            "LIST",
            "Only some of put-fence, get-latency, fetch-add, word-puts (4,096 puts of a word),"
                + " put-rows, get-rows (the same words as rows), put-bandwidth, get-bandwidth,"
                + " barrier, broadcast, allreduce, allgather.");
  }

  /**
   * Measures subjects that stay, in turns, figure by figure.
   *
   * @param subjects the subjects, this system first
   * @param points the figures
   * @param options the user's options
   * @param ranks number of ranks
   * @param report receives the figures
   * @return the failures of peers, and the programs' notes
   */
  public static List<String> inTurns(
      List<Subject> subjects, List<Point> points, SuiteOptions options, int ranks, Report report) {
    NetworkPlan plan =
        new NetworkPlan(
            options.quick() ? QUICK_REPETITIONS : REPETITIONS,
            options.quick() ? QUICK_REPETITION_NANOS : REPETITION_NANOS,
            points);
    return new Runner(subjects, plan.toArguments(), report)
        .within(WARM_UP_LIMIT.multipliedBy(1 + points.size()))
        .allWithin(options.within())
        .inTurns(
            points.stream().map(Point::toString).toList(), FIGURE_LIMIT, options.rounds(), ranks);
  }

  /** One run of the suite. */
  private record NetworkRun(
      SuiteOptions options, NetworkLine network, List<Point> oneSided, List<Point> collectives)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> remarks = new ArrayList<>();
      NetworkPeers peers = new NetworkPeers(network.hosts(), options.peers());
      if (!oneSided.isEmpty()) {
        long largestBytes = NetworkPlan.largestBytes(oneSided);
        remarks.addAll(run(peers.oneSided(largestBytes), oneSided, 2, report));
      }
      if (!collectives.isEmpty()) {
        for (int count : options.ranks()) {
          remarks.addAll(run(peers.collective(), collectives, count, report));
        }
      }
      remarks.addAll(0, peers.missing());
      return remarks;
    }

    private List<String> run(List<Subject> peers, List<Point> points, int ranks, Report report) {
      Subject own = network.subject(NetworkRank.class);
      List<Subject> subjects = new ArrayList<>(List.of(own, own.as(Variant.HEAP)));
      subjects.addAll(peers);
      return inTurns(subjects, points, options, ranks, report);
    }

    @Override
    public String table(Report report) {
      return new ComparisonTable(report, JobMain.OWN, NetworkPeers.NAMES).toString();
    }
  }
}
