package org.armci4j.cli;

import java.io.IOException;
import java.util.Map;
import org.armci4j.benchmarks.hosts.HostNamespaces;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;

/**
 * Hosts with networks of their own, for tests: network namespaces. Only for root; entering one
 * stands for ssh.
 */
final class NamespaceHosts implements AutoCloseable {
  private final HostNamespaces hosts;

  private NamespaceHosts(HostNamespaces hosts) {
    this.hosts = hosts;
  }

  /** Makes so many hosts; ends the test where that is not possible. */
  static NamespaceHosts make(int count) throws IOException {
    return make(count, 1);
  }

  /** The same with several network devices each, eth0 and so on. */
  static NamespaceHosts make(int count, int devices) throws IOException {
    require();
    return new NamespaceHosts(HostNamespaces.make(count, devices));
  }

  /** Ends the test where no hosts can be made. */
  static void require() {
    Prerequisite.requireProgram("ip", "iproute2");
    Prerequisite.require(
        HostNamespaces.areAllowed(), () -> "only root can make namespaces, where the host lets it");
  }

  /** The name of a host, from 0 on. */
  String name(int host) {
    return hosts.name(host);
  }

  /** All hosts with so many ranks each, as {@code --hosts} takes them. */
  String list(int ranksEach) {
    return hosts.list(ranksEach);
  }

  /** The same for two of them, in the order given. */
  String list(int ranksEach, int first, int second) {
    return Text.format("%s:%d,%s:%d", name(first), ranksEach, name(second), ranksEach);
  }

  /** Takes a host's cable out, or plugs it in. */
  void setLink(int host, boolean up) throws IOException {
    hosts.setLink(host, up);
  }

  /** What a host has sent by one of its devices so far. */
  long sentBytes(int host, int device) throws IOException {
    return hosts.sentBytes(host, device);
  }

  /** What one host sends to another one is lost from here on. */
  void cut(int from, int to) throws IOException {
    hosts.route(from, "blackhole", to);
  }

  /** One host is told that there is no way to another one from here on. */
  void refuse(int from, int to) throws IOException {
    hosts.route(from, "unreachable", to);
  }

  /** The command that stands for ssh. */
  String command() {
    return hosts.command();
  }

  /** A host's address. */
  String address(int host) {
    return hosts.address(host);
  }

  /** What a launcher needs in its environment to reach them. */
  Map<String, String> environment() {
    return hosts.environment();
  }

  @Override
  public void close() throws IOException {
    hosts.close();
  }
}
