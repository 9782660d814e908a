package org.armci4j.benchmarks.hosts;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.text.Text;

/**
 * The two hosts between which a network is measured. They are hosts that the user names, reached by
 * ssh, or two network namespaces of this host. Where namespaces are not allowed, both are this
 * host.
 */
public final class HostPair implements AutoCloseable {
  private static final int HOSTS = 2;

  private final List<String> names;
  private final List<String> shell;
  private final Map<String, String> environment;
  private final String what;
  private final String device;
  private final String mpiNetwork;

  /** Null if the hosts are no namespaces. */
  private final HostNamespaces namespaces;

  private HostPair(
      List<String> names,
      List<String> shell,
      Map<String, String> environment,
      String what,
      String device,
      String mpiNetwork,
      HostNamespaces namespaces) {
    this.names = List.copyOf(names);
    this.shell = List.copyOf(shell);
    this.environment = Map.copyOf(environment);
    this.what = what;
    this.device = device;
    this.mpiNetwork = mpiNetwork;
    this.namespaces = namespaces;
  }

  /**
   * Returns a pair of named hosts. Ssh reaches them without a password, and they have the same
   * files at the same places.
   *
   * @param list their names, with a comma between them
   * @return the pair
   * @throws IllegalArgumentException when the list does not name two hosts
   */
  public static HostPair named(String list) {
    List<String> names = HostSlots.parse(list).stream().map(HostSlots::name).toList();
    if (names.size() != HOSTS) {
      throw new IllegalArgumentException("--hosts: two hosts such as node1,node2, not " + list);
    }
    String ssh = System.getenv().getOrDefault("ARMCI_SSH_COMMAND", "ssh");
    return new HostPair(
        names, List.of(ssh.split(" ", -1)), Map.of(), "hosts " + list, null, null, null);
  }

  /**
   * Returns two namespaces if this process can make them, else this host with itself.
   *
   * @return the pair
   * @throws IOException when namespaces are allowed but could not be made
   */
  public static HostPair ofThisHost() throws IOException {
    return HostNamespaces.areAllowed() ? inNamespaces() : loopback();
  }

  private static HostPair inNamespaces() throws IOException {
    HostNamespaces hosts = HostNamespaces.make(HOSTS);
    return new HostPair(
        List.of(hosts.name(0), hosts.name(1)),
        List.of(hosts.command()),
        hosts.environment(),
        "two network namespaces of this host",
        "eth0",
        hosts.subnet(),
        hosts);
  }

  private static HostPair loopback() {
    return new HostPair(
        List.of(), List.of(), Map.of(), "the loopback device of this host", "lo", "lo", null);
  }

  /** Returns a description of the pair. */
  public String what() {
    return what;
  }

  /** Returns whether both hosts are this one. */
  public boolean isOneHost() {
    return names.isEmpty();
  }

  /** Returns the network device of both hosts; empty for named hosts, where any may serve. */
  public Optional<String> device() {
    return Optional.ofNullable(device);
  }

  /** Returns the network in the form of Open MPI's options; empty if Open MPI finds it itself. */
  public Optional<String> mpiNetwork() {
    return Optional.ofNullable(mpiNetwork);
  }

  /**
   * Returns the hosts with their numbers of ranks, in the form of {@code --hosts} and Open MPI. The
   * first half of the ranks, rounded up, is on the first host.
   *
   * @param ranks number of all ranks
   * @return empty for one host
   */
  public String slots(int ranks) {
    return isOneHost()
        ? ""
        : Text.format(
            "%s:%d,%s:%d", names.get(0), (ranks + 1) / HOSTS, names.get(1), ranks / HOSTS);
  }

  /** Returns the command whose arguments are a host and a command line; empty for one host. */
  public List<String> shell() {
    return shell;
  }

  /** Returns the environment with which a launcher reaches the hosts. */
  public Map<String, String> environment() {
    return environment;
  }

  /**
   * Returns the hosts' options for the ranks' JVMs. Two namespaces share this host's cores, so each
   * counts half of them. A rank that counted all cores would spin on the other host's cores.
   *
   * @return options for a JVM
   */
  public List<String> jvmOptions() {
    if (namespaces == null) {
      return List.of();
    }
    int cores = Math.max(1, Runtime.getRuntime().availableProcessors() / HOSTS);
    return List.of("-XX:ActiveProcessorCount=" + cores);
  }

  /**
   * Returns a command that runs a command line on a host.
   *
   * @param host 0 or 1
   * @param line a command line for the shell there
   * @return its words
   */
  public List<String> on(int host, String line) {
    if (isOneHost()) {
      return List.of("/bin/sh", "-c", "exec " + line);
    }
    return Stream.concat(shell.stream(), Stream.of(names.get(host), "exec " + line)).toList();
  }

  /**
   * Limits the cable between the namespaces to the rate of a network card.
   *
   * @param megabits megabits a second
   * @throws IllegalArgumentException when the hosts are no namespaces
   * @throws IOException when the kernel refuses
   */
  public void setRate(int megabits) throws IOException {
    if (namespaces == null) {
      throw new IllegalArgumentException("--rate needs namespaces of this host, not " + what);
    }
    for (int host = 0; host < HOSTS; host++) {
      namespaces.setRate(host, megabits);
    }
  }

  /**
   * Cuts the cable of the second namespace. A program has to carry the frames from one end to the
   * other.
   *
   * @return the two ends, devices of this machine
   * @throws IllegalArgumentException when the hosts are no namespaces
   * @throws IOException when the kernel refuses
   */
  public List<String> cut() throws IOException {
    if (namespaces == null) {
      throw new IllegalArgumentException("--delay needs namespaces of this host, not " + what);
    }
    return namespaces.cut(HOSTS - 1);
  }

  /** Removes the namespaces, if the hosts are namespaces. */
  @Override
  public void close() throws IOException {
    if (namespaces != null) {
      namespaces.close();
    }
  }
}
