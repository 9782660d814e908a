package org.armci4j.benchmarks.collectives;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerComparison;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code collectives}: this system's collectives beside those of Open MPI and MPICH.
 * Reductions sum doubles, and rank 0 is the root. A measurement is a loop of calls on all ranks
 * between two barriers, so that it ends with the slowest rank.
 *
 * <ul>
 *   <li>{@code allreduce} and so on: the algorithm of the library's choice, or the forced one
 *   <li>{@code allreduce-fresh}: every call uses other buffers, 32 MiB in turn, so that neither
 *       caches nor kept registrations help the next call
 *   <li>with {@code --nonblocking}: start and wait of nonblocking collectives, beside the peers'
 *       ones; their overlap with computing, as the OSU micro-benchmarks define it; persistent
 *       collectives beside blocking calls
 *   <li>with {@code --levels}: on two hosts, half of the ranks on each, with levels (the setting
 *       {@code collectivesLevels}), without, and with as many leaders of each host as it has ranks
 *   <li>with {@code --lending}: likewise, with native memory lent to peers (the setting {@code
 *       collectivesLending}) and copied on arrival
 * </ul>
 */
public final class CollectivesBenchmark {
  private static final String SUITE = "collectives";
  private static final String ALGORITHM = "--algorithm";
  private static final String NONBLOCKING = "--nonblocking";
  private static final String LEVELS = "--levels";
  private static final String HOSTS = "--hosts";
  private static final String LENDING = "--lending";
  private static final List<Integer> RANKS = List.of(2, 4, 8);

  /** Far above the time of the two barriers. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private CollectivesBenchmark() {}

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
    return new Suite(commandLine(), CollectivesBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(RANKS);
    boolean nonblocking = line.has(NONBLOCKING);
    String algorithm = line.value(ALGORITHM);
    List<CollectivePoint> points =
        nonblocking
            ? CollectivePoints.nonblocking(options, algorithm)
            : CollectivePoints.of(options, algorithm);
    Switched switched = Switched.of(line);
    String hosts = line.value(HOSTS);
    if (switched != null) {
      return new TwoHosts(options, arguments(options, points), switched, hostPair(hosts));
    }
    if (hosts != null) {
      throw new IllegalArgumentException(
          Text.format("%s goes with %s and %s", HOSTS, LEVELS, LENDING));
    }
    PeerComparison comparison =
        new PeerComparison(
            options,
            JobMain.subjects(
                CollectivesRank.class, job.isInOneJvm(), options.variants(Variant.HEAP)),
            InstalledPeers.find(SUITE, PeerLibrary.of(options.peers()), 0),
            arguments(options, points));
    return nonblocking ? new Overlapped(comparison) : comparison;
  }

  private static HostPair hostPair(String hosts) throws IOException {
    HostPair pair = hosts == null ? HostPair.ofThisHost() : HostPair.named(hosts);
    if (pair.isOneHost()) {
      throw new IllegalArgumentException(
          Text.format(
              "%s and %s need two hosts; name them by %s, or make namespaces as root",
              LEVELS, LENDING, HOSTS));
    }
    return pair;
  }

  private static SuiteCommandLine commandLine() {
    return new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.COLLECTIVE))
        .timed()
        .option("--ranks", "LIST", "Numbers of ranks; 2,4,8 if not said.")
        .option(
            ALGORITHM,
            "NAME",
            "Forces it, in the operations that have it; only those are measured.")
        .option(
            NONBLOCKING,
            null,
            "The forms that do not wait, beside the peers' ones: start and wait, overlap, and"
                + " persistent ones beside blocking calls.")
        .option(
            LEVELS,
            null,
            "On two hosts, half of the ranks on each: with levels of hosts, without, and with many"
                + " leaders; no peers.")
        .option(
            LENDING,
            null,
            "On two hosts, half of the ranks on each, from and to native memory: with it lent to"
                + " peers and without; no peers.")
        .option(
            HOSTS,
            "A,B",
            "The two hosts of --levels and --lending, as armci run takes them, with the same files"
                + " at the same places; if not said, two network namespaces of this host, which"
                + " only root can make.");
  }

  /**
   * Settings of this system that are compared with each other on two hosts.
   *
   * @param option the option that asks for the comparison
   * @param first the setting that the others are compared with
   * @param others the other settings by name
   */
  private record Switched(String option, String first, Map<String, String> others) {
    private static final List<Switched> ALL =
        List.of(
            new Switched(
                LEVELS,
                "collectivesLeaderBytes=1GiB",
                new TreeMap<>(
                    Map.of("flat", "collectivesLevels=false", "many", "collectivesLeaderBytes=1"))),
            new Switched(
                LENDING, "collectivesLending=true", Map.of("copied", "collectivesLending=false")));

    /** Returns the comparison that the command line asks for; null if there is none. */
    static Switched of(SuiteCommandLine line) {
      return ALL.stream().filter(one -> line.has(one.option)).findFirst().orElse(null);
    }

    List<Subject> subjects(HostPair pair) {
      List<Subject> subjects = new ArrayList<>();
      subjects.add(subject(pair, first));
      others.forEach((name, setting) -> subjects.add(subject(pair, setting).named(name)));
      return subjects;
    }

    private static Subject subject(HostPair pair, String setting) {
      return JobMain.subject(CollectivesRank.class, pair, List.of("-Darmci." + setting));
    }
  }

  /** Compares this system on two hosts with itself under other settings. */
  private record TwoHosts(
      SuiteOptions options, List<String> arguments, Switched switched, HostPair pair)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      return new Runner(switched.subjects(pair), arguments, report)
          .allWithin(options.within())
          .inFreshJobs(options.rounds(), options.ranks());
    }

    @Override
    public String table(Report report) {
      List<String> names = switched.subjects(pair).stream().map(Subject::name).toList();
      return Text.format("measured over %s%n", pair.what())
          + new ComparisonTable(report, names.getFirst(), names.subList(1, names.size()));
    }

    @Override
    public void close() throws IOException {
      pair.close();
    }
  }

  /** Compares nonblocking forms, and adds a table of their overlap with computing. */
  private record Overlapped(PeerComparison comparison) implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      return comparison.measure(report);
    }

    @Override
    public String table(Report report) {
      return comparison.table(report) + new OverlapTable(report);
    }
  }

  private static List<String> arguments(SuiteOptions options, List<CollectivePoint> points) {
    return options.arguments(
        REPETITIONS, QUICK_REPETITIONS, REPETITION_NANOS, points, CollectivePoint::toArgument);
  }
}
