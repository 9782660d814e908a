package org.armci4j.lab.verbs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.network.NetworkRank;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;

/**
 * Runs the suite {@code verbs}: this host's RDMA device with itself. It measures two ranks beside
 * perftest, and collectives beside Open MPI on the same device through libfabric. All subjects stay
 * and are measured in turns, figure by figure.
 *
 * <p>Open MPI's one-sided operations are left out: on one host its windows are shared memory,
 * whatever the options.
 */
public final class VerbsBenchmark {
  private static final String SUITE = "verbs";
  private static final String ASSISTED = "assisted";
  private static final List<String> OTHER_PROTOCOLS = List.of("direct", "packed");
  private static final List<Integer> RANKS = List.of(2, 4);

  /** Far above the time of a few large transfers by a software device. */
  private static final long REPETITION_NANOS = 100_000_000;

  /** Limit of the warm-up for each figure; on an emulated machine nearly all of it is compiling. */
  private static final Duration WARM_UP_LIMIT = Duration.ofMinutes(5);

  /** Limit of the measurement of a figure. */
  private static final Duration FIGURE_LIMIT = Duration.ofMinutes(2);

  private static final int REPETITIONS = 15;
  private static final int QUICK_REPETITIONS = 5;

  private VerbsBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    new Suite(commandLine(), VerbsBenchmark::plan).run(args);
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
        .option("--quick", null, "One short round, or as many as --rounds says.")
        .footer(
            "",
            "For a host that has an RDMA device; where there is none: armci lab -- ./armci bench"
                + " verbs [OPTIONS]");
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(RANKS);
    boolean nonblocking = line.has(NetworkPlan.NONBLOCKING_OPTION);
    List<Point> device = nonblocking ? List.of() : NetworkPlan.chosen(VerbsPoints.DEVICE, options);
    List<Point> lists = nonblocking ? List.of() : NetworkPlan.chosen(VerbsPoints.LISTS, options);
    List<Point> collectives =
        NetworkPlan.chosen(
            nonblocking ? NetworkPlan.NONBLOCKING : NetworkPlan.COLLECTIVES, options);
    if (device.isEmpty() && lists.isEmpty() && collectives.isEmpty()) {
      throw new IllegalArgumentException("--operations and --sizes leave nothing to measure");
    }
    return new VerbsRun(
        options, VerbsDevice.name(), VerbsDevice.options(), device, lists, collectives);
  }

  /** One run of the suite. */
  private record VerbsRun(
      SuiteOptions options,
      String device,
      List<String> settings,
      List<Point> two,
      List<Point> lists,
      List<Point> collectives)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> remarks = new ArrayList<>();
      VerbsPeers peers = new VerbsPeers();
      Subject own = JobMain.subject(NetworkRank.class, false, settings);
      if (!two.isEmpty()) {
        List<Subject> beside = wants(VerbsPeers.PERFTEST) ? peers.perftest(device) : List.of();
        remarks.addAll(run(own, beside, two, 2, report));
      }
      if (!lists.isEmpty()) {
        List<Subject> others = OTHER_PROTOCOLS.stream().map(this::byProtocol).toList();
        remarks.addAll(run(byProtocol(ASSISTED), others, lists, 2, report));
      }
      if (!collectives.isEmpty()) {
        List<Subject> beside = wants(VerbsPeers.MPI) ? peers.openMpi() : List.of();
        for (int count : options.ranks()) {
          remarks.addAll(run(own, beside, collectives, count, report));
        }
      }
      remarks.addAll(0, peers.missing());
      return remarks;
    }

    private boolean wants(String peer) {
      return options.peers().contains(peer);
    }

    /** Returns this system with a protocol of lists forced, as a subject of that name. */
    private Subject byProtocol(String protocol) {
      List<String> all = new ArrayList<>(settings);
      all.add("-Darmci.verbsLists=" + protocol);
      return JobMain.subject(NetworkRank.class, false, all).named(protocol);
    }

    private List<String> run(
        Subject own, List<Subject> peers, List<Point> points, int ranks, Report report) {
      int repetitions = options.quick() ? QUICK_REPETITIONS : REPETITIONS;
      NetworkPlan plan = new NetworkPlan(repetitions, REPETITION_NANOS, points);
      List<Subject> subjects = new ArrayList<>(List.of(own));
      subjects.addAll(peers);
      return new Runner(subjects, plan.toArguments(), report)
          .within(WARM_UP_LIMIT.multipliedBy(1 + points.size()))
          .inTurns(
              points.stream().map(Point::toString).toList(), FIGURE_LIMIT, options.rounds(), ranks);
    }

    @Override
    public String table(Report report) {
      List<String> names = List.of(VerbsPeers.PERFTEST, VerbsPeers.MPI);
      String own = new ComparisonTable(report, JobMain.OWN, names).toString();
      return lists.isEmpty() ? own : own + new ComparisonTable(report, ASSISTED, OTHER_PROTOCOLS);
    }
  }
}
