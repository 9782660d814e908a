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
 * Simulates hosts on one machine: network namespaces joined by one bridge. Only root can make them.
 * Entering a namespace stands for ssh. Each host has a device eth0 in the bridge's subnet. Further
 * devices, eth1 and so on, have a subnet each.
 */
public final class HostNamespaces implements AutoCloseable {
  private static final long COMMAND_LIMIT_SECONDS = 10;

  /** Second number of the first device's addresses; each further device has the next number. */
  private static final int FIRST_NETWORK = 213;

  private static final int NETWORK_COUNT = 254;

  /** Last letters of the two devices that join a cut cable to the bridge. */
  private static final char PLUG = 'y';

  private static final char OTHER_END = 'z';

  /** Last number of the bridge's address; the hosts' numbers follow. */
  private static final int BRIDGE_END = 1;

  /** The least that every device of IPv4 must carry; with a frame's header it fits into 640. */
  private static final int SHORT_PACKET_BYTES = 576;

  /** The kernel's folder of all network devices. */
  private static final Path DEVICES = Path.of("/sys/class/net");

  /** Folder in which {@code ip} keeps the names of namespaces. */
  private static final Path NAMES = Path.of("/run/netns");

  /** Name of a bridge, a namespace or a cable, with the id of the process that made it. */
  private static final Pattern OURS = Pattern.compile("ar(\\d+)([a-z][v-z]?)?");

  /** Third number of all addresses, unique on this machine, as other processes may have hosts. */
  private final int network;

  /** Prefix of all names: short, as a device name has at most 15 characters, a cable two more. */
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
   * Returns whether this process can make hosts. Tries with a bridge, which it removes again.
   *
   * @return false if the user is not root, {@code ip} is not installed, or a container forbids it
   */
  public static boolean areAllowed() {
    String name = "ar" + ProcessHandle.current().pid();
    return "root".equals(System.getProperty("user.name"))
        && succeeds("ip link add " + name + " type bridge")
        && succeeds("ip link del " + name)
        && succeeds("ip netns list");
  }

  /**
   * Makes hosts with one network device each.
   *
   * @param count number of hosts, up to 26
   * @return the hosts, to be closed
   * @throws IOException when that fails
   */
  public static HostNamespaces make(int count) throws IOException {
    return make(count, 1);
  }

  /**
   * Makes hosts with several network devices each.
   *
   * @param count number of hosts, up to 26
   * @param devices number of devices of each host, up to 5
   * @return the hosts, to be closed
   * @throws IOException when that fails
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

  /** Removes the hosts of killed processes, as they would occupy addresses. */
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

  /** Returns a free third number, from the process id on; the remainders of ids may coincide. */
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

  /** Returns the device name of this machine's end of a cable. */
  private String cable(int host, int device) {
    return name(host) + (char) ('v' + device);
  }

  /**
   * Returns how many bytes a host has sent through one of its devices.
   *
   * @param host from 0 on
   * @param device from 0 on
   * @return bytes since the host was made
   * @throws IOException when the kernel's counter cannot be read
   */
  public long sentBytes(int host, int device) throws IOException {
    Path counter = DEVICES.resolve(cable(host, device)).resolve("statistics/rx_bytes");
    return Long.parseLong(Files.readString(counter).strip());
  }

  /**
   * Returns the name of a host.
   *
   * @param host from 0 on
   */
  public String name(int host) {
    return prefix + (char) ('a' + host);
  }

  /**
   * Returns all hosts in the form of {@code --hosts}.
   *
   * @param ranksEach number of ranks of each host
   */
  public String list(int ranksEach) {
    return IntStream.range(0, count)
        .mapToObj(host -> name(host) + ":" + ranksEach)
        .collect(Collectors.joining(","));
  }

  /**
   * Limits the sending rate of a host's eth0, with a queue long enough to lose nothing.
   *
   * @param host from 0 on
   * @param megabits megabits a second
   * @throws IOException when the kernel refuses
   */
  public void setRate(int host, int megabits) throws IOException {
    must(
        Text.format(
            "ip netns exec %s tc qdisc replace dev eth0 root tbf rate %dmbit burst 64k limit 64m",
            name(host), megabits));
  }

  /**
   * Limits the rate of a host's eth0 in both directions, packet by packet: what comes from several
   * hosts at once arrives one after the other. Packets are short, as the kernel lets one of them
   * pass at once after each pause. Queues are long enough to lose nothing.
   *
   * @param host from 0 on
   * @param megabits megabits a second
   * @throws IOException when the kernel refuses
   */
  public void setRateOfPackets(int host, int megabits) throws IOException {
    String rate = Text.format("root tbf rate %dmbit burst 640 limit 64m", megabits);
    must(Text.format("ip -n %s link set eth0 mtu %d", name(host), SHORT_PACKET_BYTES));
    must(Text.format("ip link set %s mtu %d", cable(host, 0), SHORT_PACKET_BYTES));
    must(Text.format("ip netns exec %s tc qdisc replace dev eth0 %s", name(host), rate));
    must(Text.format("tc qdisc replace dev %s %s", cable(host, 0), rate));
  }

  /**
   * Cuts the cable of a host's eth0. A program has to carry the frames from one end to the other.
   *
   * @param host from 0 on
   * @return the two ends, devices of this machine
   * @throws IOException when the kernel refuses
   */
  public List<String> cut(int host) throws IOException {
    String end = cable(host, 0);
    String plug = prefix + PLUG;
    String otherEnd = prefix + OTHER_END;
    must("ip link set " + end + " nomaster");
    must(Text.format("ip link add %s type veth peer name %s", plug, otherEnd));
    must(Text.format("ip link set %s master %s up", plug, prefix));
    // This machine must not answer for its own addresses at the ends.
    must(Text.format("ip link set %s arp off up", otherEnd));
    must(Text.format("ip link set %s arp off", end));
    return List.of(end, otherEnd);
  }

  /**
   * Unplugs or plugs in the cable of a host's eth0.
   *
   * @param host from 0 on
   * @param up whether to plug it in
   * @throws IOException when the kernel refuses
   */
  public void setLink(int host, boolean up) throws IOException {
    must(Text.format("ip link set %s %s", cable(host, 0), up ? "up" : "down"));
  }

  /**
   * Adds a route for the packets of one host to another.
   *
   * @param from the sending host
   * @param kind of the route, such as {@code blackhole}
   * @param to the receiving host
   * @throws IOException when the kernel refuses
   */
  public void route(int from, String kind, int to) throws IOException {
    must(Text.format("ip -n %s route add %s %s/32", name(from), kind, address(to)));
  }

  /** Returns the command in place of ssh. Its arguments are a host and a command line. */
  public String command() {
    return ssh.toString();
  }

  /**
   * Returns a host's address on eth0.
   *
   * @param host from 0 on
   */
  public String address(int host) {
    return address(0, network, BRIDGE_END + 1 + host);
  }

  private String bridgeAddress() {
    return address(0, network, BRIDGE_END);
  }

  /** Returns the subnet of this process and of all hosts' eth0, as an address and a length. */
  public String subnet() {
    return address(0, network, 0) + "/24";
  }

  /** Returns the environment with which a launcher reaches the hosts. */
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

  /** Removes the hosts and the bridge, as far as they exist. */
  @Override
  public void close() throws IOException {
    for (int host = 0; host < count; host++) {
      // A process that still runs in a namespace keeps it and its end of the cable alive.
      for (int device = 0; device < devices; device++) {
        boolean _ = succeeds("ip link del " + cable(host, device));
      }
      boolean _ = succeeds("ip netns del " + name(host));
    }
    boolean _ = succeeds("ip link del " + prefix + PLUG);
    boolean _ = succeeds("ip link del " + prefix);
    Files.deleteIfExists(ssh);
  }
}
