package org.armci4j.lab.storm;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.benchmarks.hosts.HostNamespaces;

/** Holds the hosts of a storm of losses: this host, or namespaces of it with UCX between them. */
final class LossHosts implements AutoCloseable {
  /** The most hosts of a job. */
  private static final int HOSTS = 3;

  /** How long ranks may be silent: longer than a busy machine keeps one from running. */
  static final int HEARTBEAT_MILLIS = 2_000;

  /** How long a launcher may be silent; the ranks of a host that is cut off live for so long. */
  static final int AGENT_MILLIS = 4_000;

  /** Null for this host alone. */
  private final HostNamespaces namespaces;

  private LossHosts(HostNamespaces namespaces) {
    this.namespaces = namespaces;
  }

  /** Returns this host alone: its ranks share memory. */
  static LossHosts shared() {
    return new LossHosts(null);
  }

  /** Makes hosts with a network between them, which only root can do. */
  static LossHosts network() throws IOException {
    if (!HostNamespaces.areAllowed()) {
      throw new IOException("only root can make network namespaces, where the host lets it");
    }
    return new LossHosts(HostNamespaces.make(HOSTS));
  }

  boolean isNetwork() {
    return namespaces != null;
  }

  /** Returns the variables of the launcher's environment. */
  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put("ARMCI_HEARTBEAT_TIMEOUT", HEARTBEAT_MILLIS + "ms");
    all.put("ARMCI_AGENT_TIMEOUT", AGENT_MILLIS + "ms");
    all.put("ARMCI_TRANSPORT", isNetwork() ? "ucx" : "shm");
    if (isNetwork()) {
      all.putAll(namespaces.environment());
    }
    return all;
  }

  /** Returns the option of {@code armci run} that says where a job's ranks are. */
  String option(LossPlan plan) {
    if (!isNetwork()) {
      return "--ranks=" + plan.ranks();
    }
    return IntStream.range(0, plan.hosts())
        .mapToObj(host -> namespaces.name(host) + ":" + plan.ranksEach())
        .collect(Collectors.joining(",", "--hosts=", ""));
  }

  /** Takes a host's link down or up. */
  void setLink(int host, boolean up) throws IOException {
    namespaces.setLink(host, up);
  }

  @Override
  public void close() throws IOException {
    if (isNetwork()) {
      namespaces.close();
    }
  }
}
