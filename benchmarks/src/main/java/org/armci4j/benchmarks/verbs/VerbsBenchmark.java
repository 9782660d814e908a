package org.armci4j.benchmarks.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.Turns;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.network.NetworkRank;
import org.armci4j.benchmarks.protocol.ProtocolBenchmark;
import org.armci4j.benchmarks.protocol.ProtocolRank;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/**
 * Suite {@code verbs}: this host's RDMA device with itself. Two ranks beside perftest, and
 * collectives beside Open MPI on the same device through libfabric. All stay and are measured in
 * turns, figure by figure.
 *
 * <p>Open MPI's one-sided operations are not among the figures: on one host its windows are shared
 * memory, whatever the options.
 */
public final class VerbsBenchmark {
  static final String SUITE = "verbs";
  private static final String RAILS = "--rails";
  private static final String PATTERNS = "--patterns";
  private static final String POLICIES = "--policies";
  private static final String ROWS = "--rows";
  private static final List<Integer> RANKS = List.of(2, 4);

  /** Long to what a software device takes for a few large transfers. */
  private static final long REPETITION_NANOS = 100_000_000;

  /** What an emulated machine takes to warm up for a figure: nearly all of it is to compile. */
  private static final Duration WARM_UP_LIMIT = Duration.ofMinutes(5);

  /** And then to measure it. */
  private static final Duration FIGURE_LIMIT = Duration.ofMinutes(2);

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private VerbsBenchmark() {}

  /**
   * Runs the suite, on rank 0 of the job; the others end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Membership job = Membership.current();
    if (job.rank() > 0) {
      return;
    }
    try {
      SuiteCommandLine line = commandLine().read(args);
      if (line.asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      if (line.has(PATTERNS) && !line.has(RAILS)) {
        throw new IllegalArgumentException("--patterns are measured with --rails 2 only");
      }
      if (line.has(POLICIES) && !line.has(PATTERNS)) {
        throw new IllegalArgumentException("--policies are measured with --patterns only");
      }
      if (line.has(RAILS)) {
        rails(line);
        return;
      }
      if (line.has(ROWS)) {
        rows(line, device());
        return;
      }
      run(line.options(RANKS), line.has(NetworkPlan.NONBLOCKING_OPTION), device());
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse("verbs", mistake);
    }
  }

  private static void rails(SuiteCommandLine line) throws IOException {
    if (line.has(POLICIES)) {
      RailPoliciesBenchmark.run(line.number("--rounds", RailPoliciesBenchmark.PASSES));
    } else if (line.has(PATTERNS)) {
      RailPatternsBenchmark.run();
    } else {
      RailsBenchmark.run();
    }
  }

  private static SuiteCommandLine commandLine() {
    return new SuiteCommandLine(SUITE, List.of(VerbsPeers.PERFTEST, VerbsPeers.MPI))
        .option(
            "--fresh",
            null,
            "Changes nothing: a call of a device takes too long for a mix of others to matter.")
        .option(
            "--rounds",
            "N",
            "Measures every figure N times, 5 if not said, each time with all subjects, shortly"
                + " after each other.")
        .option("--ranks", "LIST", "Numbers of ranks of the collectives; 2,4 if not said.")
        .option(
            "--operations",
            "LIST",
            "Only some of put-latency, get-latency, fetch-add, put-bandwidth, get-bandwidth (2"
                + " ranks, beside perftest), put-list, get-list, put-list-busy, get-list-busy (1"
                + " MiB in segments of --sizes, by each protocol of verbsLists; busy: the target"
                + " computes), barrier, broadcast, allreduce, allgather (beside Open MPI).")
        .option(NetworkPlan.NONBLOCKING_OPTION, null, NetworkPlan.NONBLOCKING_USAGE)
        .option(
            RAILS,
            "2",
            "Only bandwidth over two rails of the lab, whose rates it sets: one, two equal, two"
                + " unequal, one slowed and one failing in the middle.")
        .option(
            PATTERNS,
            null,
            "With --rails 2: a displaced ring, an alltoall and an allgather of four ranks over"
                + " them instead, one rail slowed in the middle.")
        .option(
            POLICIES,
            null,
            "With --patterns: all steps of the ring, an alltoall and an allgather, ranks in order"
                + " and by lot, by one path, by four that all carry a part, and by the best two of"
                + " four, two of eight and three of twelve; rails equal, and one slowed. --rounds"
                + " is 2 if not said.")
        .option(
            ROWS,
            "LIST",
            "Only rows of the paper's table, of "
                + String.join(", ", ProtocolBenchmark.rows())
                + ", or all: protocols against each other in one job of two threads, whose runtime"
                + " is opened anew for each; R12 is the share of a transfer's time that can be"
                + " computed in. --rounds is 1 if not said, behind a first one that does not"
                + " count.")
        .option("--quick", null, "One short round, or as many as --rounds says.")
        .footer(
            "",
            "For a host that has an RDMA device; where there is none: armci lab -- ./armci bench"
                + " verbs [OPTIONS]");
  }

  /** The device of both sides: what the settings name, or the first. */
  private static String device() throws IOException {
    String named =
        System.getProperty("armci.verbsDevice", System.getenv().get("ARMCI_VERBS_DEVICE"));
    if (named != null && !named.equals("auto")) {
      return named;
    }
    Path devices = Path.of("/sys/class/infiniband");
    if (Files.isDirectory(devices)) {
      try (Stream<Path> names = Files.list(devices)) {
        List<String> sorted = names.map(one -> one.getFileName().toString()).sorted().toList();
        if (!sorted.isEmpty()) {
          return sorted.getFirst();
        }
      }
    }
    throw new IllegalArgumentException(
        "this host has no RDMA device; for a software one: armci lab -- ./armci bench verbs");
  }

  private static void run(SuiteOptions options, boolean nonblocking, String device)
      throws IOException {
    Report report = new Report(SUITE);
    Subject own = JobMain.subject(NetworkRank.class, false, throughDevice(device));
    VerbsPeers peers = new VerbsPeers();
    boolean besidePerftest = options.peers().contains(VerbsPeers.PERFTEST);
    boolean besideMpi = options.peers().contains(VerbsPeers.MPI);
    List<Turns> parts = new ArrayList<>();
    List<Point> two = nonblocking ? List.of() : chosen(VerbsPoints.DEVICE, options);
    if (!two.isEmpty()) {
      Turns turns =
          turns(own, besidePerftest ? peers.perftest(device) : List.of(), two, options, report);
      turns.run(options.rounds(), 2);
      parts.add(turns);
    }
    List<Point> lists = nonblocking ? List.of() : chosen(VerbsPoints.LISTS, options);
    if (!lists.isEmpty()) {
      Subject assisted = byProtocol(device, "assisted");
      List<Subject> others = List.of(byProtocol(device, "direct"), byProtocol(device, "packed"));
      Turns turns = turns(assisted, others, lists, options, report);
      turns.run(options.rounds(), 2);
      parts.add(turns);
    }
    List<Point> many =
        chosen(nonblocking ? NetworkPlan.NONBLOCKING : NetworkPlan.COLLECTIVES, options);
    if (!many.isEmpty()) {
      Turns turns = turns(own, besideMpi ? peers.openMpi() : List.of(), many, options, report);
      options.ranks().forEach(count -> turns.run(options.rounds(), count));
      parts.add(turns);
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
    }
    if (options.json() != null) {
      JsonReport.write(report, options.json());
    }
    List<String> names = List.of(VerbsPeers.PERFTEST, VerbsPeers.MPI);
    System.out.print(new ComparisonTable(report, own.name(), names));
    if (!lists.isEmpty()) {
      System.out.print(new ComparisonTable(report, "assisted", List.of("direct", "packed")));
    }
    VerbsAims.lines(report, own.name(), VerbsPeers.PERFTEST, VerbsPeers.MPI)
        .forEach(System.out::println);
    peers.missing().forEach(System.out::println);
    parts.stream().flatMap(part -> part.problems().stream()).forEach(System.out::println);
  }

  private static void rows(SuiteCommandLine line, String device) throws IOException {
    String list = line.value(ROWS);
    List<String> all = ProtocolBenchmark.rows();
    List<String> rows = list.equals("all") ? all : List.of(list.split(",", -1));
    rows.stream()
        .filter(row -> !all.contains(row))
        .forEach(
            row -> {
              throw new IllegalArgumentException("--rows: there is no " + row);
            });
    ProtocolBenchmark.run(
        JobMain.subject(ProtocolRank.class, true, throughDevice(device)).launch().apply(2),
        SUITE,
        rows,
        line.number("--rounds", 1),
        line.options(RANKS).json());
  }

  private static List<String> throughDevice(String device) {
    return List.of(
        "-Darmci.transport=verbs", "-Darmci.verbsSameHost=device", "-Darmci.verbsDevice=" + device);
  }

  /** This system with the protocol of lists forced, as a subject of its own. */
  private static Subject byProtocol(String device, String protocol) {
    List<String> options = new ArrayList<>(throughDevice(device));
    options.add("-Darmci.verbsLists=" + protocol);
    return new Subject(protocol, JobMain.subject(NetworkRank.class, false, options).launch());
  }

  private static Turns turns(
      Subject own, List<Subject> peers, List<Point> points, SuiteOptions options, Report report) {
    int repetitions = options.quick() ? QUICK_REPETITIONS : REPETITIONS;
    NetworkPlan plan = new NetworkPlan(repetitions, REPETITION_NANOS, points);
    List<Subject> subjects = new ArrayList<>(List.of(own));
    subjects.addAll(peers);
    return new Turns(
        subjects,
        plan.toArguments(),
        points.size(),
        report,
        WARM_UP_LIMIT.multipliedBy(1 + points.size()),
        FIGURE_LIMIT);
  }

  private static List<Point> chosen(List<Point> points, SuiteOptions options) {
    return points.stream()
        .filter(
            one -> options.operations() == null || options.operations().contains(one.operation()))
        .filter(
            one ->
                options.sizesBytes() == null
                    || one.sizeBytes() == 0
                    || options.sizesBytes().contains(one.sizeBytes()))
        .toList();
  }
}
