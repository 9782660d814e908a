package org.armci4j.cli;

import java.io.IOException;
import java.util.Map;
import org.armci4j.benchmarks.hosts.HostNamespaces;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;

/**
 * Makes hosts with networks of their own, for tests: network namespaces. Needs root; entering a
 * namespace stands for ssh.
 */
final class NamespaceHosts implements AutoCloseable {
  private final HostNamespaces hosts;

  private NamespaceHosts(HostNamespaces hosts) {
    this.hosts = hosts;
  }

  /** Makes {@code count} hosts; ends the test where that is not possible. */
  static NamespaceHosts make(int count) throws IOException {
    return make(count, 1);
  }

  /** Makes hosts with several network devices each, eth0 and so on. */
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

  /** Returns the name of a host, from 0 on. */
  String name(int host) {
    return hosts.name(host);
  }

  /** Returns all hosts with {@code ranksEach} ranks each, as {@code --hosts} takes them. */
  String list(int ranksEach) {
    return hosts.list(ranksEach);
  }

  /** Returns two hosts in the order given, as {@code --hosts} takes them. */
  String list(int ranksEach, int first, int second) {
    return Text.format("%s:%d,%s:%d", name(first), ranksEach, name(second), ranksEach);
  }

  /** Takes a host's link down or up. */
  void setLink(int host, boolean up) throws IOException {
    hosts.setLink(host, up);
  }

  /** Returns the bytes that a host has sent by one of its devices so far. */
  long sentBytes(int host, int device) throws IOException {
    return hosts.sentBytes(host, device);
  }

  /** Drops everything that one host sends to another, from here on. */
  void cut(int from, int to) throws IOException {
    hosts.route(from, "blackhole", to);
  }

  /** Tells one host that there is no route to another, from here on. */
  void refuse(int from, int to) throws IOException {
    hosts.route(from, "unreachable", to);
  }

  /** Returns the command that stands for ssh. */
  String command() {
    return hosts.command();
  }

  /** Returns a host's address. */
  String address(int host) {
    return hosts.address(host);
  }

  /** Returns the variables that a launcher needs to reach the hosts. */
  Map<String, String> environment() {
    return hosts.environment();
  }

  @Override
  public void close() throws IOException {
    hosts.close();
  }
}
