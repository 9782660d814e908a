package org.armci4j.benchmarks.network;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.hosts.MpiNetwork;

/** Finds the other users of the network: variants of a C program on UCX, and Open MPI. */
final class NetworkPeers {
  /** C on UCX. Its target sleeps like our helper thread, and its buffers are as long as ours. */
  static final String UCX = "ucx-c";

  /** The same, with a target that polls all the time. */
  static final String UCX_POLLING = "ucx-c-polling";

  /** As {@link #UCX}, with the default buffers of UCX. */
  static final String UCX_DEFAULTS = "ucx-c-defaults";

  /** Open MPI's own transport over TCP. */
  static final String MPI = "openmpi-tcp";

  /** Open MPI over UCX over TCP. */
  static final String MPI_UCX = "openmpi-ucx";

  static final List<String> NAMES = List.of(UCX, UCX_POLLING, UCX_DEFAULTS, MPI, MPI_UCX);

  /** Default of {@code ucxHelperPoll}, in nanoseconds. */
  private static final String HELPER_POLL_NANOS = "20000";

  private static final String POLLS_ALWAYS = "-1";

  /** Length of UCX's buffers for TCP as this system sets it, in bytes. */
  static final String OUR_SEGMENT_BYTES = "262656";

  private final HostPair hosts;
  private final MpiNetwork network;
  private final List<String> wanted;
  private final List<String> missing = new ArrayList<>();

  NetworkPeers(HostPair hosts, List<String> wanted) {
    this.hosts = hosts;
    this.network = new MpiNetwork(hosts);
    this.wanted = List.copyOf(wanted);
  }

  /** Returns the peers with one-sided operations, on two ranks. */
  List<Subject> oneSided(long largestBytes) {
    List<Subject> subjects = new ArrayList<>();
    if (wanted.stream().anyMatch(List.of(UCX, UCX_POLLING, UCX_DEFAULTS)::contains)) {
      InstalledPeers peers =
          InstalledPeers.find(NetworkBenchmark.SUITE, List.of(PeerLibrary.UCX), largestBytes);
      missing.addAll(peers.missing());
      for (Subject program : peers.subjects()) {
        add(subjects, UCX, ucx(program, HELPER_POLL_NANOS, OUR_SEGMENT_BYTES));
        add(subjects, UCX_POLLING, ucx(program, POLLS_ALWAYS, OUR_SEGMENT_BYTES));
        add(subjects, UCX_DEFAULTS, ucx(program, HELPER_POLL_NANOS, ""));
      }
    }
    subjects.addAll(mpi());
    return subjects;
  }

  /** Returns the peers with collectives. */
  List<Subject> collective() {
    return mpi();
  }

  private List<Subject> mpi() {
    List<Subject> subjects = new ArrayList<>();
    addMpi(subjects, MPI, network.tcp());
    addMpi(subjects, MPI_UCX, ucxOptions());
    return subjects;
  }

  private void addMpi(List<Subject> subjects, String name, List<String> transport) {
    if (wanted.contains(name)) {
      InstalledPeers peers =
          InstalledPeers.find(
              NetworkBenchmark.SUITE, List.of(PeerLibrary.OPENMPI), network, transport);
      missing.addAll(peers.missing());
      peers.subjects().forEach(subject -> subjects.add(subject.named(name)));
    }
  }

  private void add(List<Subject> subjects, String name, Subject subject) {
    if (wanted.contains(name)) {
      subjects.add(subject.named(name));
    }
  }

  private Subject ucx(Subject program, String pollNanos, String segment) {
    return new Subject(
        UCX,
        ranks -> {
          String path = program.launch().apply(ranks).getLast();
          return PeerPair.command(
              line(path, "target", pollNanos, segment),
              line(path, "origin", pollNanos, segment),
              hosts);
        });
  }

  private String line(String program, String role, String pollNanos, String segment) {
    List<String> words = new ArrayList<>(List.of("env"));
    words.addAll(ucxVariables());
    if (!segment.isEmpty()) {
      words.add("UCX_TCP_TX_SEG_SIZE=" + segment);
      words.add("UCX_TCP_RX_SEG_SIZE=" + segment);
    }
    words.addAll(List.of(program, role, pollNanos));
    return String.join(" ", words);
  }

  private List<String> ucxVariables() {
    List<String> variables = new ArrayList<>(List.of("UCX_TLS=tcp", "UCX_LOG_LEVEL=fatal"));
    hosts.device().ifPresent(device -> variables.add("UCX_NET_DEVICES=" + device));
    return variables;
  }

  private List<String> ucxOptions() {
    List<String> words = new ArrayList<>(MpiNetwork.mca("pml", "ucx"));
    words.addAll(MpiNetwork.mca("osc", "ucx"));
    words.addAll(MpiNetwork.mca("opal_common_ucx_tls", "any"));
    words.addAll(MpiNetwork.mca("opal_common_ucx_devices", "any"));
    ucxVariables().forEach(variable -> words.addAll(List.of("-x", variable)));
    return words;
  }

  /** Returns a line for each missing peer, naming the packages to install. */
  List<String> missing() {
    return missing.stream().distinct().toList();
  }
}
