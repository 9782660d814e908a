package org.armci4j.benchmarks.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Options;
import org.armci4j.benchmarks.driver.Peer;
import org.armci4j.benchmarks.driver.Peers;
import org.armci4j.benchmarks.driver.Rounds;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.verbs.VerbsPlan.Point;
import org.armci4j.bootstrap.Membership;

/**
 * Suite {@code verbs}: this host's RDMA device with itself. Two ranks beside perftest, and
 * collectives beside Open MPI on the same device through libfabric. All run in turn.
 *
 * <p>Open MPI's one-sided operations are not among the figures: on one host its windows are shared
 * memory, whatever the options.
 */
public final class VerbsBenchmark {
  private static final String SUITE = "verbs";
  private static final String PERFTEST = "perftest";
  private static final String MPI = "openmpi";
  private static final int USAGE_ERROR = 2;
  private static final int ROUNDS = 3;
  private static final List<Integer> RANKS = List.of(2, 4);

  /** Long to what a software device takes for a few large transfers. */
  private static final long REPETITION_NANOS = 100_000_000;

  /**
   * What an emulated machine takes for a figure at most: nearly all of it is to compile the code.
   */
  private static final Duration POINT_LIMIT = Duration.ofMinutes(5);

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private static final String USAGE =
      """
      armci bench verbs [options], on a host that has an RDMA device; where there is none:
      armci lab -- ./armci bench verbs [options]

      options:
        --json FILE        writes the figures as JSON too
        --rounds N         runs every subject N times, 3 if not said
        --ranks LIST       numbers of ranks of the collectives, 2,4 if not said
        --operations LIST  only some of put-latency, get-latency, fetch-add, put-bandwidth,
                           get-bandwidth (2 ranks, beside perftest), barrier, broadcast, allreduce,
                           allgather (beside Open MPI)
        --sizes LIST       only these sizes in bytes, such as 8,64K
        --peers none       only this system
        --quick            one short round
      """;

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
    List<String> words = List.of(args);
    if (words.contains("--help")) {
      System.out.print(USAGE);
      return;
    }
    try {
      List<String> all = new ArrayList<>();
      if (!words.contains("--rounds") && !words.contains("--quick")) {
        all.addAll(List.of("--rounds", Integer.toString(ROUNDS)));
      }
      all.addAll(words);
      Options options = Options.parse(all.toArray(String[]::new), job.size());
      run(options, words.contains("--ranks") ? options.ranks() : RANKS, device());
    } catch (IllegalArgumentException e) {
      System.err.println("armci bench verbs: " + e.getMessage());
      System.exit(USAGE_ERROR);
    }
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

  private static void run(Options options, List<Integer> ranks, String device) throws IOException {
    Report report = new Report(SUITE);
    Subject own =
        JobMain.subject(
            VerbsRank.class,
            false,
            List.of(
                "-Darmci.transport=verbs",
                "-Darmci.verbsSameHost=device",
                "-Darmci.verbsDevice=" + device));
    List<String> missing = new ArrayList<>();
    List<Rounds> parts = new ArrayList<>();
    List<List<Integer>> counts = new ArrayList<>();
    List<Point> two = chosen(VerbsPlan.DEVICE, options);
    if (!two.isEmpty()) {
      List<Subject> subjects = new ArrayList<>(List.of(own));
      subjects.addAll(options.peers().isEmpty() ? List.of() : perftest(device, missing));
      parts.add(rounds(subjects, plan(options, two), report));
      counts.add(List.of(2));
    }
    List<Point> many = chosen(VerbsPlan.COLLECTIVES, options);
    if (!many.isEmpty()) {
      List<Subject> subjects = new ArrayList<>(List.of(own));
      subjects.addAll(options.peers().isEmpty() ? List.of() : openMpi(missing));
      parts.add(rounds(subjects, plan(options, many), report));
      counts.add(ranks);
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
    }
    for (int round = 0; round < options.rounds(); round++) {
      for (int part = 0; part < parts.size(); part++) {
        parts.get(part).run(1, counts.get(part));
      }
    }
    if (options.json() != null) {
      JsonReport.write(report, options.json());
    }
    System.out.print(new ComparisonTable(report, own.name(), List.of(PERFTEST, MPI)));
    Aims.lines(report, own.name(), PERFTEST, MPI).forEach(System.out::println);
    missing.forEach(System.out::println);
    parts.stream().flatMap(part -> part.problems().stream()).forEach(System.out::println);
  }

  private static Rounds rounds(List<Subject> subjects, VerbsPlan plan, Report report) {
    Duration limit = POINT_LIMIT.multipliedBy(1 + plan.points().size());
    return new Rounds(subjects, plan.toArguments(), report, limit);
  }

  private static List<Point> chosen(List<Point> points, Options options) {
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

  private static VerbsPlan plan(Options options, List<Point> points) {
    int repetitions = options.quick() ? QUICK_REPETITIONS : REPETITIONS;
    return new VerbsPlan(repetitions, REPETITION_NANOS, points);
  }

  private static List<Subject> perftest(String device, List<String> missing) {
    boolean installed =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "ib_write_lat")));
    if (!installed) {
      missing.add("perftest is missing: apt-get install perftest");
      return List.of();
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Perftest.class.getName(),
            device);
    return List.of(new Subject(PERFTEST, ranks -> command));
  }

  /** Open MPI with the options that lead it to the device; its verbs component is no more. */
  private static List<Subject> openMpi(List<String> missing) {
    Peers peers = Peers.find(SUITE, List.of(Peer.OPENMPI), 0);
    missing.addAll(peers.missing());
    String provider = "verbs;ofi_rxm";
    List<String> options = new ArrayList<>();
    for (String[] parameter :
        new String[][] {
          {"pml", "cm"},
          {"mtl", "ofi"},
          {"osc", "^ucx"},
          {"btl", "self"},
          {"mtl_ofi_provider_include", provider}
        }) {
      options.addAll(List.of("--mca", parameter[0], parameter[1]));
    }
    for (String variable :
        List.of(
            "FI_PROVIDER=" + provider,
            "FI_VERBS_IFACE=" + networkDevice(),
            "FI_UNIVERSE_SIZE=4",
            // Its queues would be longer than a software device's completion queue otherwise.
            "FI_OFI_RXM_MSG_TX_SIZE=128",
            "FI_OFI_RXM_MSG_RX_SIZE=128")) {
      options.addAll(List.of("-x", variable));
    }
    return peers.subjects().stream()
        .map(
            peer ->
                new Subject(
                    MPI,
                    ranks -> {
                      List<String> command = new ArrayList<>(peer.launch().apply(ranks));
                      command.addAll(1, options);
                      return command;
                    }))
        .toList();
  }

  /** The lab's; elsewhere the user's environment says. */
  private static String networkDevice() {
    return System.getenv().getOrDefault("FI_VERBS_IFACE", "rail0");
  }
}
