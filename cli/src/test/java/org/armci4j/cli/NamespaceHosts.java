package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.testkit.harness.Prerequisite;

/**
 * Hosts with networks of their own, for tests: network namespaces on one bridge. Only for root;
 * entering one stands for ssh. A host's device is eth0, its address the bridge's with its own end.
 */
final class NamespaceHosts implements AutoCloseable {
  /** A network of this process's own, as several may run tests at once. */
  private static final String NETWORK =
      "10.213.%d.".formatted(ProcessHandle.current().pid() % 254 + 1);

  private static final String BRIDGE_ADDRESS = NETWORK + 1;

  /** Short: names of network devices have 15 characters at most. */
  private final String prefix;

  private final int count;
  private final Path ssh;

  private NamespaceHosts(int count, Path ssh) {
    this.prefix = "ar" + ProcessHandle.current().pid() % 100_000;
    this.count = count;
    this.ssh = ssh;
  }

  /** Makes so many hosts; ends the test where that is not possible. */
  static NamespaceHosts make(int count) throws IOException, InterruptedException {
    Prerequisite.requireProgram("ip", "iproute2");
    Prerequisite.require(
        "root".equals(System.getProperty("user.name")), () -> "only root can make namespaces");
    NamespaceHosts hosts = new NamespaceHosts(count, Files.createTempFile("armci-enter", ".sh"));
    Prerequisite.require(
        succeeds("ip link add " + hosts.prefix + " type bridge"),
        () -> "this host does not let root make network devices and namespaces");
    hosts.setUp();
    return hosts;
  }

  private void setUp() throws IOException, InterruptedException {
    must("ip addr add " + BRIDGE_ADDRESS + "/24 dev " + prefix);
    must("ip link set " + prefix + " up");
    for (int host = 0; host < count; host++) {
      String name = name(host);
      must("ip netns add " + name);
      must("ip link add %sv type veth peer name eth0 netns %s".formatted(name, name));
      must("ip link set %sv master %s up".formatted(name, prefix));
      must("ip netns exec %s ip addr add %s/24 dev eth0".formatted(name, address(host)));
      must("ip -n %s link set eth0 up".formatted(name));
      must("ip -n %s link set lo up".formatted(name));
    }
    Files.writeString(
        ssh,
        """
        #!/bin/sh
        export HOST=$1 COMMAND="$2"
        exec ip netns exec $1 unshare --uts env ARMCI_HOST_ID=$1 LOGIN=$1 \
          /bin/sh -c 'hostname $HOST && eval "$COMMAND"'
        """);
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The name of a host, from 0 on. */
  String name(int host) {
    return prefix + (char) ('a' + host);
  }

  /** All hosts with so many ranks each, as {@code --hosts} takes them. */
  String list(int ranksEach) {
    return IntStream.range(0, count)
        .mapToObj(host -> name(host) + ":" + ranksEach)
        .collect(Collectors.joining(","));
  }

  /** The same for two of them, in the order given. */
  String list(int ranksEach, int first, int second) {
    return "%s:%d,%s:%d".formatted(name(first), ranksEach, name(second), ranksEach);
  }

  /** Takes a host's cable out, or plugs it in. */
  void setLink(int host, boolean up) throws IOException, InterruptedException {
    must("ip link set %sv %s".formatted(name(host), up ? "up" : "down"));
  }

  /** What one host sends to another one is lost from here on. */
  void cut(int from, int to) throws IOException, InterruptedException {
    route(from, "blackhole", to);
  }

  /** One host is told that there is no way to another one from here on. */
  void refuse(int from, int to) throws IOException, InterruptedException {
    route(from, "unreachable", to);
  }

  private void route(int from, String kind, int to) throws IOException, InterruptedException {
    must("ip -n %s route add %s %s/32".formatted(name(from), kind, address(to)));
  }

  /** The command that stands for ssh. */
  String command() {
    return ssh.toString();
  }

  /** A host's address. */
  String address(int host) {
    return NETWORK + (host + 2);
  }

  /** What a launcher needs in its environment to reach them. */
  Map<String, String> environment() {
    return Map.of("ARMCI_SSH_COMMAND", command(), "ARMCI_RENDEZVOUS_ADDRESS", BRIDGE_ADDRESS);
  }

  private static boolean succeeds(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command.split(" ", -1))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static void must(String command) throws IOException, InterruptedException {
    assertTrue(succeeds(command), command);
  }

  @Override
  public void close() throws IOException {
    try {
      for (int host = 0; host < count; host++) {
        // A process that is still in it keeps a namespace, and so its end of the cable.
        boolean _ = succeeds("ip link del %sv".formatted(name(host)));
        boolean _ = succeeds("ip netns del " + name(host));
      }
      boolean _ = succeeds("ip link del " + prefix);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.delete(ssh);
  }
}
