package org.armci4j.lab.storm;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.benchmarks.hosts.HostNamespaces;

/** Holds the hosts of a storm of losses: this host, or namespaces of it with links between them. */
final class LossHosts implements AutoCloseable {
  /** The most hosts of a job. */
  private static final int HOSTS = 3;

  private final LossNetwork network;

  /** Null for this host alone. */
  private final HostNamespaces namespaces;

  private LossHosts(LossNetwork network, HostNamespaces namespaces) {
    this.network = network;
    this.namespaces = namespaces;
  }

  /** Makes hosts with links, which only root can do, or returns this host alone. */
  static LossHosts of(LossNetwork network) throws IOException {
    if (network.hasLinks() && !HostNamespaces.areAllowed()) {
      throw new IOException("only root can make network namespaces, where the host lets it");
    }
    return new LossHosts(network, network.hasLinks() ? HostNamespaces.make(HOSTS) : null);
  }

  LossNetwork network() {
    return network;
  }

  /** Returns the variables of the launcher's environment. */
  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put("ARMCI_HEARTBEAT_TIMEOUT", network.heartbeatMillis() + "ms");
    all.put("ARMCI_AGENT_TIMEOUT", network.agentMillis() + "ms");
    all.put("ARMCI_EXCHANGE_TIMEOUT", network.exchangeMillis() + "ms");
    all.put("ARMCI_TRANSPORT", network.transport());
    all.put("ARMCI_VERBS_SAME_HOST", "device");
    if (network.hasLinks()) {
      all.putAll(namespaces.environment());
    }
    return all;
  }

  /** Returns the option of {@code armci run} that says where a job's ranks are. */
  String option(LossPlan plan) {
    if (!network.hasLinks()) {
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
    if (network.hasLinks()) {
      namespaces.close();
    }
  }
}
