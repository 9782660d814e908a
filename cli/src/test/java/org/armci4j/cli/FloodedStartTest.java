package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Starts jobs while another user of the host connects at full rate to everything that they listen
 * at. {@code -Darmci.jobs=N} sets the number of jobs of each kind. The test has a network of its
 * own, so that the flood meets no other job of this host.
 */
@Tag("long")
class FloodedStartTest {
  private static final int JOBS = Integer.getInteger("armci.jobs", 1);
  private static final String NOBODY = "65534";
  private static final String NETWORK = "arf" + ProcessHandle.current().pid() % 100_000;

  @TempDir static Path directory;
  private static TlsStoreFiles tls;

  @BeforeAll
  static void makeNetwork() throws Exception {
    Prerequisite.requireProgram("ip", "iproute2");
    Prerequisite.requireProgram("setpriv", "util-linux");
    Prerequisite.require(
        "root".equals(System.getProperty("user.name")), () -> "only root can be another user");
    Prerequisite.require(
        run("ip", "netns", "add", NETWORK) == 0,
        () -> "this host does not let root make network namespaces");
    assertEquals(0, run("ip", "netns", "exec", NETWORK, "ip", "link", "set", "lo", "up"));
    tls = TlsStoreFiles.create(directory, "ours");
  }

  @AfterAll
  static void removeNetwork() throws Exception {
    run("ip", "netns", "del", NETWORK);
  }

  private static int run(String... command) throws Exception {
    try (LaunchedJob job = LaunchedJob.start(Map.of(), List.of(command))) {
      return job.exitCode();
    }
  }

  private static List<String> inNetwork(String... command) {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", NETWORK));
    words.addAll(Arrays.asList(command));
    return words;
  }

  private static LaunchedJob flood(String words) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        inNetwork("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", java);
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", LaunchedJob.testClasses(), FloodMain.class.getName(), "0"));
    command.add(words);
    LaunchedJob flood = LaunchedJob.start(Map.of(), command);
    flood.awaitLines(1, "floods");
    return flood;
  }

  /** Runs one job of two ranks and returns its time, in seconds. */
  private static double start(String where, Map<String, String> settings) throws Exception {
    List<String> arguments = List.of("run", where, "--jvm-arg=-XX:TieredStopAtLevel=1", "hello");
    long start = System.nanoTime();
    try (LaunchedJob job = LaunchedJob.armci(settings, inNetwork(), arguments)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(2, job.outputLines().size(), job::toString);
      return (System.nanoTime() - start) / 1e9;
    }
  }

  private static double[] startAll(String where, Map<String, String> settings) throws Exception {
    double[] seconds = new double[JOBS];
    for (int job = 0; job < JOBS; job++) {
      seconds[job] = start(where, settings);
    }
    Arrays.sort(seconds);
    return seconds;
  }

  /** Returns how often the flood has connected: over TCP, and to a socket of a job. */
  private static long[] startInFlood(String where, String words, Map<String, String> settings)
      throws Exception {
    double[] alone = startAll(where, settings);
    try (LaunchedJob flood = flood(words)) {
      long start = System.nanoTime();
      double[] flooded = startAll(where, settings);
      double seconds = (System.nanoTime() - start) / 1e9;
      flood.input("\n").exitCode();
      String[] counts = flood.awaitLines(1, "connected ").getFirst().split(" ", -1);
      long[] connected = {Long.parseLong(counts[0]), Long.parseLong(counts[1])};
      System.out.printf(
          Locale.ROOT,
          "%s, %s%s: %d of %d jobs start among %.0f strangers a second; median %.2f s, %.2f s"
              + " without them%n",
          where,
          words,
          settings.isEmpty() ? "" : " against TLS",
          JOBS,
          JOBS,
          connected[0] / seconds,
          flooded[JOBS / 2],
          alone[JOBS / 2]);
      return connected;
    }
  }

  @Test
  void onOneHostStrangersCannotEvenConnect() throws Exception {
    long[] connected = startInFlood("-n2", "silent", Map.of());
    assertEquals(0, connected[0], "there is no port");
    assertEquals(0, connected[1], "the socket is in a folder of this user's alone");
  }

  @ParameterizedTest
  @CsvSource({"silent, false", "frame, false", "tls, true"})
  void overTcpTheyCrowdOutEachOther(String words, boolean withTls) throws Exception {
    long[] connected =
        startInFlood("--hosts=localhost:2", words, withTls ? tls.settings() : Map.of());
    assertTrue(connected[0] > 1000L * JOBS, "connections: " + connected[0]);
  }
}
