package org.armci4j.benchmarks.hosts;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.text.Text;

/**
 * The two hosts between which a network is measured: hosts that the user names, reached by ssh; two
 * network namespaces of this host; or, where that is not allowed, this host with itself.
 */
public final class HostPair implements AutoCloseable {
  private static final int HOSTS = 2;

  private final List<String> names;
  private final List<String> shell;
  private final Map<String, String> environment;
  private final String what;
  private final String device;
  private final String mpiNetwork;

  /** Null where there are none. */
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
   * Two hosts that ssh reaches without a question, which have the same files at the same places.
   *
   * @param list their names, with a comma between them
   * @return the pair
   * @throws IllegalArgumentException when they are not two
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
   * Two namespaces where this process may make them, else this host with itself.
   *
   * @return the pair
   * @throws IOException where namespaces are allowed but could not be made
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

  /**
   * This host with itself over its loopback device.
   *
   * @return the pair
   */
  public static HostPair loopback() {
    return new HostPair(
        List.of(), List.of(), Map.of(), "the loopback device of this host", "lo", "lo", null);
  }

  /** What they are, in words. */
  public String what() {
    return what;
  }

  /** Whether there is one host only. */
  public boolean isOneHost() {
    return names.isEmpty();
  }

  /** The network device of both; empty where the user's own hosts may have any. */
  public Optional<String> device() {
    return Optional.ofNullable(device);
  }

  /** The network, as Open MPI's options name it; empty where it is to find it. */
  public Optional<String> mpiNetwork() {
    return Optional.ofNullable(mpiNetwork);
  }

  /**
   * The hosts with their numbers of ranks, the first half on the first host, as {@code --hosts} and
   * Open MPI take them.
   *
   * @param ranks how many, of all
   * @return empty for one host
   */
  public String slots(int ranks) {
    return isOneHost()
        ? ""
        : Text.format(
            "%s:%d,%s:%d", names.get(0), (ranks + 1) / HOSTS, names.get(1), ranks / HOSTS);
  }

  /** The command that takes a host and a command line; empty for one host. */
  public List<String> shell() {
    return shell;
  }

  /** What a launcher needs in its environment. */
  public Map<String, String> environment() {
    return environment;
  }

  /**
   * What the ranks' JVMs must be told of the hosts: two namespaces share this host's cores, so each
   * has half of them. A rank that counted all as its own would spin on the cores of the other's.
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
   * A command that runs a command line on a host.
   *
   * @param host 0 or 1
   * @param line for a shell there
   * @return its words
   */
  public List<String> on(int host, String line) {
    if (isOneHost()) {
      return List.of("/bin/sh", "-c", "exec " + line);
    }
    return Stream.concat(shell.stream(), Stream.of(names.get(host), "exec " + line)).toList();
  }

  /**
   * Makes the cable between namespaces as fast as a network card is.
   *
   * @param megabits a second
   * @throws IllegalArgumentException where there are none
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

  /** Removes the namespaces, if there are any. */
  @Override
  public void close() throws IOException {
    if (namespaces != null) {
      namespaces.close();
    }
  }
}
