package org.armci4j.benchmarks.collectives;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Rounds;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.MixedReport;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Suite {@code collectives}: this system's collectives and those of Open MPI and MPICH, sums of
 * doubles, rank 0 the root. What is measured is a loop of calls on all ranks between two barriers,
 * so that a call's time is over when the last rank is done.
 *
 * <ul>
 *   <li>{@code allreduce} and so on: what the library chooses, or the algorithm that is forced
 *   <li>{@code allreduce-fresh}: every call uses other buffers, of 32 MiB in turn, so that neither
 *       a cache nor a registration helps from one call to the next
 *   <li>with {@code --twins}: every algorithm over puts and over messages, which tells what the
 *       mechanism is worth apart from the algorithm
 *   <li>with {@code --nonblocking}: start and wait of the forms that do not wait, beside the peers'
 *       ones; how much of them computing covers, as the OSU micro-benchmarks define it; persistent
 *       ones beside blocking calls
 *   <li>with {@code --levels}: on two hosts, half of the ranks on each, with levels (the setting
 *       {@code collectivesLevels}), without, and with as many leaders of each host as it has ranks
 *   <li>with {@code --lending}: likewise, with native memory lent to peers (the setting {@code
 *       collectivesLending}) and copied on arrival
 * </ul>
 */
public final class CollectivesBenchmark {
  private static final String SUITE = "collectives";
  private static final String ALGORITHM = "--algorithm";
  private static final String TWINS = "--twins";
  private static final String NONBLOCKING = "--nonblocking";
  private static final String LEVELS = "--levels";
  private static final String HOSTS = "--hosts";
  private static final String LENDING = "--lending";
  private static final List<Integer> RANKS = List.of(2, 4, 8);

  /** Long to the barriers at its ends. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private CollectivesBenchmark() {}

  /**
   * Runs the suite. Rank 0 of the job does, the others end at once: every measurement is a fresh
   * job, which rank 0 starts.
   *
   * @param args see {@code --help}
   * @throws IOException when the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Membership job = Membership.current();
    if (job.rank() > 0) {
      return;
    }
    SuiteOptions options;
    List<CollectivePoint> points;
    boolean twins;
    boolean nonblocking;
    Switched switched;
    String hosts;
    try {
      SuiteCommandLine line = commandLine().read(args);
      if (line.asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      String algorithm = line.value(ALGORITHM);
      twins = line.has(TWINS);
      nonblocking = line.has(NONBLOCKING);
      switched = Switched.of(line);
      hosts = line.value(HOSTS);
      if (hosts != null && switched == null) {
        throw new IllegalArgumentException(
            Text.format("%s goes with %s and %s", HOSTS, LEVELS, LENDING));
      }
      options = line.options(RANKS);
      points =
          twins
              ? TwinPoints.of(options, algorithm)
              : nonblocking
                  ? CollectivePoints.nonblocking(options, algorithm)
                  : CollectivePoints.of(options, algorithm);
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse("collectives", mistake);
      return;
    }
    if (switched != null) {
      compare(options, points, switched, hosts);
    } else {
      run(options, points, twins, job.isInOneJvm());
    }
  }

  private static SuiteCommandLine commandLine() {
    return new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.COLLECTIVE))
        .option("--ranks", "LIST", "Numbers of ranks; 2,4,8 if not said.")
        .option(
            ALGORITHM,
            "NAME",
            "Forces it, in the operations that have it; only those are measured.")
        .option(
            TWINS,
            null,
            "Each algorithm that runs on every transport, over puts and over two-sided messages by"
                + " the same schedule; no peers.")
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
   * @param option asks for them
   * @param first what the others are compared with
   * @param others the names of these, and what each sets
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

    /** The one that the line asks for; null if there is none. */
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

  private static void compare(
      SuiteOptions options, List<CollectivePoint> points, Switched switched, String hosts)
      throws IOException {
    try (HostPair pair = hosts == null ? HostPair.ofThisHost() : HostPair.named(hosts)) {
      if (pair.isOneHost()) {
        throw new IllegalArgumentException(
            Text.format(
                "%s needs two hosts; name them by %s, or make namespaces as root",
                switched.option(), HOSTS));
      }
      Report report = new Report(SUITE);
      List<Subject> subjects = switched.subjects(pair);
      Rounds rounds = new Rounds(subjects, arguments(options, points), report);
      rounds.run(options.rounds(), options.ranks());
      if (options.json() != null) {
        JsonReport.write(report, options.json());
      }
      System.out.println("measured over " + pair.what());
      List<String> others = subjects.stream().skip(1).map(Subject::name).toList();
      System.out.print(new ComparisonTable(report, subjects.getFirst().name(), others));
      rounds.problems().forEach(System.out::println);
    }
  }

  private static void run(
      SuiteOptions options, List<CollectivePoint> points, boolean twins, boolean threads)
      throws IOException {
    InstalledPeers peers =
        InstalledPeers.find(SUITE, twins ? List.of() : PeerLibrary.of(options.peers()), 0);
    peers.missing().forEach(System.err::println);
    List<Subject> subjects =
        new ArrayList<>(
            JobMain.subjects(CollectivesRank.class, threads, options.mixed() && !twins));
    String own = subjects.getFirst().name();
    subjects.addAll(peers.subjects());
    Report report = new Report(SUITE);
    Rounds rounds = new Rounds(subjects, arguments(options, points), report);
    rounds.run(options.rounds(), options.ranks());
    if (options.json() != null) {
      JsonReport.write(report, options.json());
    }
    if (twins) {
      System.out.print(new TwinTable(report, points));
      return;
    }
    List<String> names = peers.subjects().stream().map(Subject::name).toList();
    System.out.print(new ComparisonTable(report, own, names));
    new CollectiveAims(report, MixedReport.decisive(report, own), names)
        .lines()
        .forEach(System.out::println);
    new NonblockingAims(report, own, names).lines().forEach(System.out::println);
    MixedReport.lines(report, own).forEach(System.out::println);
    peers.missing().forEach(System.out::println);
    rounds.problems().forEach(System.out::println);
  }

  private static List<String> arguments(SuiteOptions options, List<CollectivePoint> points) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(options.quick() ? QUICK_REPETITIONS : REPETITIONS));
    arguments.add(Long.toString(REPETITION_NANOS));
    points.forEach(point -> arguments.add(point.toArgument()));
    return arguments;
  }
}
