package org.armci4j.benchmarks.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/**
 * Hosts with networks of their own on one machine: network namespaces on one bridge. Only for root;
 * entering one stands for ssh. A host's device is eth0, its address the bridge's with its own end;
 * eth1 and so on, where it has several, are in networks of their own.
 */
public final class HostNamespaces implements AutoCloseable {
  private static final long COMMAND_LIMIT_SECONDS = 10;

  /** The second number of the first device's addresses; the next device's has the next one. */
  private static final int FIRST_NETWORK = 213;

  private static final int NETWORK_COUNT = 254;

  /** The last number of the bridge's address; the hosts' follow. */
  private static final int BRIDGE_END = 1;

  /** The kernel's folder of all network devices. */
  private static final Path DEVICES = Path.of("/sys/class/net");

  /** The folder in which ip keeps the names of namespaces. */
  private static final Path NAMES = Path.of("/run/netns");

  /** What belongs to a process's hosts: a bridge, namespaces, and cables. */
  private static final Pattern OURS = Pattern.compile("ar(\\d+)([a-z][v-z]?)?");

  /** The third number of all addresses: no other process's, as several may have hosts. */
  private final int network;

  /** Short: names of network devices have 15 characters at most, of which a cable has two. */
  private final String prefix;

  private final int count;
  private final int devices;
  private final Path ssh;

  private HostNamespaces(int network, int count, int devices, Path ssh) {
    this.network = network;
    this.prefix = "ar" + ProcessHandle.current().pid();
    this.count = count;
    this.devices = devices;
    this.ssh = ssh;
  }

  /**
   * Whether this process may make them. Leaves nothing behind.
   *
   * @return false where the user is not root, {@code ip} is not installed, or a container forbids
   *     it
   */
  public static boolean areAllowed() {
    String name = "ar" + ProcessHandle.current().pid();
    return "root".equals(System.getProperty("user.name"))
        && succeeds("ip link add " + name + " type bridge")
        && succeeds("ip link del " + name)
        && succeeds("ip netns list");
  }

  /**
   * Makes so many hosts.
   *
   * @param count how many, up to 26
   * @return the hosts, to be closed
   * @throws IOException where that is not possible
   */
  public static HostNamespaces make(int count) throws IOException {
    return make(count, 1);
  }

  /**
   * Makes so many hosts with several network devices.
   *
   * @param count how many, up to 26
   * @param devices how many each has, up to 5
   * @return the hosts, to be closed
   * @throws IOException where that is not possible
   */
  public static HostNamespaces make(int count, int devices) throws IOException {
    removeAbandoned();
    Path ssh = Files.createTempFile("armci-enter", ".sh").toAbsolutePath();
    HostNamespaces hosts = new HostNamespaces(freeNetwork(), count, devices, ssh);
    try {
      hosts.setUp();
    } catch (IOException e) {
      hosts.close();
      throw e;
    }
    return hosts;
  }

  /** What a process left behind that was killed would take addresses from those that follow. */
  private static void removeAbandoned() throws IOException {
    for (String device : abandoned(DEVICES)) {
      boolean _ = succeeds("ip link del " + device);
    }
    for (String name : abandoned(NAMES)) {
      boolean _ = succeeds("ip netns del " + name);
    }
  }

  private static List<String> abandoned(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(HostNamespaces::isAbandoned)
          .toList();
    }
  }

  private static boolean isAbandoned(String name) {
    Matcher ours = OURS.matcher(name);
    return ours.matches() && ProcessHandle.of(Long.parseLong(ours.group(1))).isEmpty();
  }

  /** Numbers of processes differ, and their remainders need not. */
  private static int freeNetwork() throws IOException {
    long first = ProcessHandle.current().pid();
    for (int i = 0; i < NETWORK_COUNT; i++) {
      int network = (int) ((first + i) % NETWORK_COUNT) + 1;
      InetAddress bridge = InetAddress.getByName(address(0, network, BRIDGE_END));
      if (NetworkInterface.getByInetAddress(bridge) == null) {
        return network;
      }
    }
    throw new IOException(
        Text.format("all networks of 10.%d.0.0/16 are in use: see ip addr", FIRST_NETWORK));
  }

  private static String address(int device, int network, int end) {
    return Text.format("10.%d.%d.%d", FIRST_NETWORK + device, network, end);
  }

  private void setUp() throws IOException {
    must("ip link add " + prefix + " type bridge");
    must("ip addr add " + bridgeAddress() + "/24 dev " + prefix);
    must("ip link set " + prefix + " up");
    for (int host = 0; host < count; host++) {
      String name = name(host);
      must("ip netns add " + name);
      must(Text.format("ip -n %s link set lo up", name));
      for (int device = 0; device < devices; device++) {
        setUp(host, device);
      }
    }
    Files.writeString(
        ssh,
        """
        #!/bin/sh
        export HOST=$1
        shift
        export COMMAND="$*"
        exec ip netns exec $HOST unshare --uts env ARMCI_HOST_ID=$HOST LOGIN=$HOST \
          /bin/sh -c 'hostname $HOST && eval "$COMMAND"'
        """);
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void setUp(int host, int device) throws IOException {
    String name = name(host);
    String cable = cable(host, device);
    String own = address(device, network, BRIDGE_END + 1 + host);
    must(Text.format("ip link add %s type veth peer name eth%d netns %s", cable, device, name));
    must(Text.format("ip link set %s master %s up", cable, prefix));
    must(Text.format("ip netns exec %s ip addr add %s/24 dev eth%d", name, own, device));
    must(Text.format("ip -n %s link set eth%d up", name, device));
  }

  /** This machine's end of the cable of a host's device. */
  private String cable(int host, int device) {
    return name(host) + (char) ('v' + device);
  }

  /**
   * What a host has sent by one of its devices.
   *
   * @param host from 0 on
   * @param device from 0 on
   * @return bytes, since the host was made
   * @throws IOException when the kernel does not say
   */
  public long sentBytes(int host, int device) throws IOException {
    Path counter = DEVICES.resolve(cable(host, device)).resolve("statistics/rx_bytes");
    return Long.parseLong(Files.readString(counter).strip());
  }

  /**
   * The name of a host.
   *
   * @param host from 0 on
   */
  public String name(int host) {
    return prefix + (char) ('a' + host);
  }

  /**
   * All hosts with so many ranks each, as {@code --hosts} takes them.
   *
   * @param ranksEach how many
   */
  public String list(int ranksEach) {
    return IntStream.range(0, count)
        .mapToObj(host -> name(host) + ":" + ranksEach)
        .collect(Collectors.joining(","));
  }

  /**
   * Makes a host's cable as fast as its network card is said to be; it loses nothing.
   *
   * @param host from 0 on
   * @param megabits a second
   * @throws IOException when the kernel refuses
   */
  public void setRate(int host, int megabits) throws IOException {
    must(
        Text.format(
            "ip netns exec %s tc qdisc replace dev eth0 root tbf rate %dmbit burst 64k limit 64m",
            name(host), megabits));
  }

  /**
   * Takes the cable of a host's eth0 out, or plugs it in.
   *
   * @param host from 0 on
   * @param up whether it is in from here on
   * @throws IOException when the kernel refuses
   */
  public void setLink(int host, boolean up) throws IOException {
    must(Text.format("ip link set %s %s", cable(host, 0), up ? "up" : "down"));
  }

  /**
   * Changes what one host does with what it sends to another one.
   *
   * @param from the host that sends
   * @param kind of the route, such as {@code blackhole}
   * @param to the host that it sends to
   * @throws IOException when the kernel refuses
   */
  public void route(int from, String kind, int to) throws IOException {
    must(Text.format("ip -n %s route add %s %s/32", name(from), kind, address(to)));
  }

  /** The command that stands for ssh: its arguments are a host and a command line. */
  public String command() {
    return ssh.toString();
  }

  /**
   * A host's address.
   *
   * @param host from 0 on
   */
  public String address(int host) {
    return address(0, network, BRIDGE_END + 1 + host);
  }

  private String bridgeAddress() {
    return address(0, network, BRIDGE_END);
  }

  /** The network of all hosts and of this process, as an address and a length. */
  public String subnet() {
    return address(0, network, 0) + "/24";
  }

  /** What a launcher needs in its environment to reach them. */
  public Map<String, String> environment() {
    return Map.of("ARMCI_SSH_COMMAND", command(), "ARMCI_RENDEZVOUS_ADDRESS", bridgeAddress());
  }

  private static boolean succeeds(String command) {
    try {
      Process process =
          new ProcessBuilder(command.split(" ", -1))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(COMMAND_LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (IOException notInstalled) {
      return false;
    }
  }

  private static void must(String command) throws IOException {
    if (!succeeds(command)) {
      throw new IOException("failed: " + command);
    }
  }

  /** Removes what there is of them. */
  @Override
  public void close() throws IOException {
    for (int host = 0; host < count; host++) {
      // A process that is still in it keeps a namespace, and so its end of the cable.
      for (int device = 0; device < devices; device++) {
        boolean _ = succeeds("ip link del " + cable(host, device));
      }
      boolean _ = succeeds("ip netns del " + name(host));
    }
    boolean _ = succeeds("ip link del " + prefix);
    Files.deleteIfExists(ssh);
  }
}
