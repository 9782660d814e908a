package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Attacks two ranks from a third network namespace, that of the test, which reaches the ranks and
 * speaks as UCX does: it writes nothing into them.
 */
class UcxStrangersTest {
  /** Jobs whose start a stranger tries to meet; the stranger may come too late. */
  private static final int STARTS = 10;

  /** Columns of /proc/net/tcp: the local address, the state, and the peer of a listening socket. */
  private static final int LOCAL = 1;

  private static final int STATE = 3;
  private static final String LISTENS = "0A";

  private static NamespaceHosts hosts;

  private static final long LIMIT_NANOS = 120_000_000_000L;

  /** Processes, one in each host, through which the test sees the host's sockets. */
  private static final List<Process> WATCHES = new ArrayList<>();

  @BeforeAll
  static void makeHosts() throws Exception {
    hosts = NamespaceHosts.make(2);
    for (int host = 0; host < 2; host++) {
      WATCHES.add(
          new ProcessBuilder("ip", "netns", "exec", hosts.name(host), "sleep", "1000").start());
    }
  }

  @AfterAll
  static void removeHosts() throws Exception {
    WATCHES.forEach(Process::destroyForcibly);
    if (hosts != null) {
      hosts.close();
    }
  }

  private static LaunchedJob start(int ranksEach, int closedPortsRanks) throws IOException {
    Map<String, String> environment = new HashMap<>(hosts.environment());
    environment.put("ARMCI_TRANSPORT", "ucx");
    environment.put(
        UcxSettings.CLOSED_PORTS_RANKS.environmentName(), Integer.toString(closedPortsRanks));
    return LaunchedJob.armci(
        environment,
        List.of(
            "run",
            "--hosts=" + hosts.list(ranksEach),
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "-cp",
            LaunchedJob.testClasses(),
            StrangerProbe.class.getName()));
  }

  /**
   * Describes a socket that listens in a host: its address, as the kernel writes it, and its port.
   */
  private record Listener(String address, int port) {
    boolean isLoopback() {
      return address.equals("0100007F");
    }
  }

  private static List<Listener> listeners(int host) {
    Path table = Path.of("/proc", Long.toString(WATCHES.get(host).pid()), "net");
    return Stream.of("tcp", "tcp6").flatMap(name -> listeners(table.resolve(name))).toList();
  }

  private static Stream<Listener> listeners(Path table) {
    try {
      return Files.readString(table)
          .lines()
          .skip(1)
          .map(line -> line.strip().split(" +", -1))
          .filter(words -> words[STATE].equals(LISTENS))
          .map(words -> words[LOCAL].split(":", -1))
          .map(words -> new Listener(words[0], Integer.parseInt(words[1], 16)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes through all ports of a host that accept a connection, as soon as they are connected. */
  private static List<UcxStranger> attack(int host, long address) throws IOException {
    byte[] data = new byte[StrangerProbe.SIZE_BYTES];
    Arrays.fill(data, (byte) 'x');
    List<UcxStranger> strangers = connected(host);
    for (UcxStranger stranger : strangers) {
      stranger.put(address, data);
    }
    return strangers;
  }

  /** Returns a connection to each port of a host that accepts one. */
  private static List<UcxStranger> connected(int host) {
    List<UcxStranger> strangers = new ArrayList<>();
    for (Listener listener : listeners(host)) {
      if (!listener.isLoopback()) {
        try {
          UcxStranger stranger = new UcxStranger(hosts.address(host), listener.port());
          strangers.add(stranger);
          stranger.greet();
        } catch (IOException late) {
          System.out.println("port " + listener.port() + ": " + late.getMessage());
        }
      }
    }
    return strangers;
  }

  /**
   * Connects to host 0 as soon as it listens. Ports are open for some milliseconds: the thread
   * looks without a pause, and goes before all others where the machine is full.
   */
  private static List<UcxStranger> connectedAtOnce(LaunchedJob job) throws Exception {
    String thread = Path.of("/proc/thread-self").toRealPath().getFileName().toString();
    renice(thread, "-20");
    try {
      long end = System.nanoTime() + LIMIT_NANOS;
      while (listeners(0).isEmpty() && job.output().isEmpty() && job.process().isAlive()) {
        assertTrue(System.nanoTime() < end, job::toString);
      }
      return connected(0);
    } finally {
      renice(thread, "0");
    }
  }

  private static void renice(String thread, String niceness) throws Exception {
    Process renice =
        new ProcessBuilder("renice", "-n", niceness, "-p", thread)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, renice.waitFor(), "renice");
  }

  private static void close(List<UcxStranger> strangers) throws IOException {
    for (UcxStranger stranger : strangers) {
      stranger.close();
    }
  }

  /** Returns the address of global memory on host 0, where ranks begin. */
  private static long addressOfRank0(LaunchedJob job, int ranks) {
    return job.awaitLines(ranks, "at ").stream()
        .map(line -> line.split(" ", -1))
        .filter(words -> words[0].equals("0"))
        .mapToLong(words -> Long.parseLong(words[2]))
        .findFirst()
        .orElseThrow();
  }

  private static String found(int rank, int written) {
    return Text.format("found %d: %d bytes written, counts are right", rank, written);
  }

  /** Checks that nothing listens any more, not even on loopback, and that the job goes on. */
  @Test
  void nobodyConnectsOnceTheJobHasStarted() throws Exception {
    try (LaunchedJob job = start(2, 256)) {
      long address = addressOfRank0(job, 4);
      assertEquals(List.of(), attack(0, address), job::toString);
      assertEquals(List.of(), listeners(0));
      assertEquals(List.of(), listeners(1));
      job.input("look\n");
      assertEquals(0, job.exitCode(), job::toString);
      for (int rank = 0; rank < 4; rank++) {
        assertTrue(job.output().contains(found(rank, 0)), job::toString);
      }
    }
  }

  /** Checks that a stranger ends the job: he may have written before any rank knew of him. */
  @Test
  void whoConnectsInTheStartEndsIt() throws Exception {
    for (int start = 1; start <= STARTS; start++) {
      try (LaunchedJob job = start(1, 256)) {
        List<UcxStranger> strangers = connectedAtOnce(job);
        if (!strangers.isEmpty() && ends(job)) {
          assertTrue(job.exitCode() > 0, job::toString);
          assertTrue(job.errors().contains("is no rank of this job"), job::toString);
          assertTrue(
              strangers.stream().anyMatch(stranger -> job.errors().contains(stranger.name())),
              job::toString);
          close(strangers);
          return;
        }
        close(strangers);
        System.out.printf(Locale.ROOT, "start %d: came too late%n", start);
      }
    }
    fail("always too late");
  }

  /** Returns whether a job fails; false when it goes on. */
  private static boolean ends(LaunchedJob job) {
    job.await(() -> !job.process().isAlive() || job.output().contains("at "));
    return !job.output().contains("at ");
  }

  /**
   * Leaves the ports open by a setting, which is reported; the stranger of these tests then writes.
   */
  @Test
  void portsThatStayOpenAreTold() throws Exception {
    try (LaunchedJob job = start(1, 0)) {
      long address = addressOfRank0(job, 2);
      assertTrue(job.errors().contains("UCX's ports stay open"), job::toString);
      List<UcxStranger> strangers = attack(0, address);
      job.await(() -> strangers.stream().anyMatch(UcxStranger::hasWritten));
      close(strangers); // what they write behind the rank's end would end its JVM
      job.input("look\n");
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.output().contains(found(0, StrangerProbe.SIZE_BYTES)), job::toString);
    }
  }
}
