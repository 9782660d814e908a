package org.armci4j.benchmarks.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.Turns;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.protocol.ProtocolBenchmark;
import org.armci4j.benchmarks.protocol.ProtocolRank;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/**
 * Suite {@code network}: what goes from one host to another, beside a C program on UCX and Open
 * MPI. All stay and are measured in turns, figure by figure; the data of every figure are compared
 * with what they must be.
 */
public final class NetworkBenchmark {
  static final String SUITE = "network";
  private static final List<Integer> RANKS = List.of(2, 4);
  private static final String UCX = "ucx";
  private static final String OVERLAP = "--overlap";
  private static final String RATE = "--rate";
  private static final long REPETITION_NANOS = 20_000_000;
  private static final long QUICK_REPETITION_NANOS = 5_000_000;
  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  /** For each figure: much more than the ranks' own limit. */
  private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(30);

  private static final Duration FIGURE_LIMIT = Duration.ofSeconds(60);

  /** Between two ranks, on two hosts. */
  static final List<Point> ONE_SIDED =
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
   * Runs the suite, on rank 0 of the job; the others end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (Membership.current().rank() > 0) {
      return;
    }
    try {
      SuiteCommandLine line = commandLine().read(args);
      if (line.asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      SuiteOptions options = line.options(RANKS);
      String transport = line.has("--transport") ? line.value("--transport") : UCX;
      String hosts = line.value("--hosts");
      try (HostPair pair = hosts == null ? HostPair.ofThisHost() : HostPair.named(hosts)) {
        if (line.has(RATE)) {
          pair.setRate(line.number(RATE, 0));
        }
        Run run = new Run(options, transport, pair);
        if (line.has(OVERLAP)) {
          run.overlap();
        } else if (line.has(NetworkPlan.NONBLOCKING_OPTION)) {
          run.measure(List.of(), NetworkPlan.NONBLOCKING);
        } else {
          run.measure(ONE_SIDED, NetworkPlan.COLLECTIVES);
        }
      }
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse(SUITE, mistake);
    }
  }

  private static SuiteCommandLine commandLine() {
    return new SuiteCommandLine(SUITE, NetworkPeers.NAMES)
        .option(
            "--hosts",
            "A,B",
            "Two hosts, as armci run --hosts takes them, with the same files at the same places;"
                + " if not said, two network namespaces of this host, which only root can make,"
                + " else its loopback device.")
        .option("--transport", "NAME", "ucx, if not said, or verbs.")
        .option(
            OVERLAP,
            null,
            "Only the share of a transfer's time that can be computed in, and what its call takes.")
        .option(NetworkPlan.NONBLOCKING_OPTION, null, NetworkPlan.NONBLOCKING_USAGE)
        .option(
            RATE,
            "N",
            "Makes the cable between the namespaces carry N Mbit/s, as slow to this host's cores as"
                + " a network card is to those of its own.")
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

  /** One run of the suite. */
  private record Run(SuiteOptions options, String transport, HostPair hosts) {
    void measure(List<Point> oneSided, List<Point> collectives) throws IOException {
      Report report = new Report(SUITE);
      Subject own = JobMain.subject(NetworkRank.class, hosts, throughNetwork());
      NetworkPeers peers = new NetworkPeers(hosts, options.peers());
      List<Turns> parts = new ArrayList<>();
      System.err.printf(Locale.ROOT, "measured over %s, transport %s%n", hosts.what(), transport);
      List<Point> two = chosen(oneSided);
      if (!two.isEmpty()) {
        Turns turns = turns(own, peers.oneSided(plan(two).largestBytes()), two, report);
        turns.run(options.rounds(), 2);
        parts.add(turns);
      }
      List<Point> many = chosen(collectives);
      if (!many.isEmpty()) {
        for (int count : options.ranks()) {
          Turns turns = turns(own, peers.collective(count), many, report);
          turns.run(options.rounds(), count);
          parts.add(turns);
        }
      }
      if (parts.isEmpty()) {
        throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
      }
      if (options.json() != null) {
        JsonReport.write(report, options.json());
      }
      System.out.print(new ComparisonTable(report, own.name(), NetworkPeers.NAMES));
      NetworkAims.lines(report, own.name()).forEach(System.out::println);
      peers.missing().forEach(System.out::println);
      parts.stream().flatMap(part -> part.problems().stream()).forEach(System.out::println);
    }

    void overlap() throws IOException {
      Subject subject = JobMain.subject(ProtocolRank.class, hosts, throughNetwork());
      ProtocolBenchmark.run(
          subject.launch().apply(2), transport, List.of("R12"), options.rounds(), options.json());
    }

    private List<String> throughNetwork() {
      List<String> settings = new ArrayList<>(List.of("-Darmci.transport=" + transport));
      if (transport.equals(UCX)) {
        hosts.device().ifPresent(device -> settings.add("-Darmci.ucxDevices=" + device));
        settings.add("-Darmci.ucxTls=tcp");
      }
      if (hosts.isOneHost()) {
        settings.add(
            transport.equals(UCX)
                ? "-Darmci.ucxSameHost=network"
                : "-Darmci." + transport + "SameHost=device");
      }
      return settings;
    }

    private NetworkPlan plan(List<Point> points) {
      return new NetworkPlan(
          options.quick() ? QUICK_REPETITIONS : REPETITIONS,
          options.quick() ? QUICK_REPETITION_NANOS : REPETITION_NANOS,
          points);
    }

    private Turns turns(Subject own, List<Subject> peers, List<Point> points, Report report) {
      List<Subject> subjects = new ArrayList<>(List.of(own));
      subjects.addAll(peers);
      return new Turns(
          subjects,
          plan(points).toArguments(),
          points.size(),
          report,
          WARM_UP_LIMIT.multipliedBy(1 + points.size()),
          FIGURE_LIMIT);
    }

    private List<Point> chosen(List<Point> points) {
      return points.stream()
          .filter(
              one -> options.operations() == null || options.operations().contains(one.operation()))
          .filter(
              one ->
                  options.sizesBytes() == null
                      || one.sizeBytes() <= Long.BYTES
                      || options.sizesBytes().contains(one.sizeBytes()))
          .toList();
    }
  }
}
