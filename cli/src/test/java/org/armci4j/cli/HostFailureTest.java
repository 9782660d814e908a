package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fails a host, a process or the network between hosts under a job over UCX. The job ends within a
 * known time and names rank and host, or it goes on and its results are right.
 */
@Tag("long")
class HostFailureTest {
  private static final long LEAST_SLACK_MILLIS = 2_000;
  private static final int HEALED_MILLIS = 2_000;
  private static final int OUTAGE_MILLIS = 700;
  private static final int ENDLESS_MILLIS = 60_000;

  /** Steps that take longer than to cut a link, after the first loss. No step ends without it. */
  private static final int SURVIVORS_STEPS = 10_000;

  private static NamespaceHosts hosts;

  /**
   * Time that a job may take beyond the tested limit: twice the time of an undisturbed job here,
   * from start to end. The machine may have much other work.
   */
  private static long slackMillis;

  /** Makes hosts in pairs, one pair for each test that harms the network. */
  @BeforeAll
  static void makeHosts() throws Exception {
    hosts = NamespaceHosts.make(14);
    long since = System.nanoTime();
    try (LaunchedJob job = start(0, Map.of(), 1)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
    slackMillis = LEAST_SLACK_MILLIS + 2 * millisSince(since);
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  @AfterAll
  static void removeHosts() throws Exception {
    if (hosts != null) {
      hosts.close();
    }
  }

  private static LaunchedJob start(
      int firstHost, Map<String, String> settings, int millis, String... options)
      throws IOException {
    Map<String, String> environment = new HashMap<>(hosts.environment());
    environment.put("ARMCI_TRANSPORT", "ucx");
    environment.putAll(settings);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--hosts=" + hosts.list(1, firstHost, firstHost + 1),
                "--jvm-arg=-XX:TieredStopAtLevel=1",
                "-cp",
                LaunchedJob.testClasses()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(HostProbe.class.getName(), Integer.toString(millis)));
    return LaunchedJob.armci(environment, arguments);
  }

  /** Returns the processes of both ranks, once they write. */
  private static long[] going(LaunchedJob job) {
    long[] processes = new long[2];
    for (String line : job.awaitLines(2, "going ")) {
      String[] words = line.split(" ", -1);
      processes[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
    }
    return processes;
  }

  private static void signal(String name, long process) throws Exception {
    assertEquals(
        0, new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor());
  }

  /** Asserts that the job fails within the time, with a message that has all these words. */
  private static void assertEnds(
      LaunchedJob job, long sinceNanos, long limitMillis, String where, String... words)
      throws Exception {
    assertTrue(job.exitCode() > 0, job::toString);
    assertSoon(job, sinceNanos, limitMillis);
    for (String word : words) {
      assertTrue(where(job, where).contains(word), () -> word + " is missing in\n" + job);
    }
    assertSilent(job);
  }

  private static void assertSoon(LaunchedJob job, long sinceNanos, long limitMillis) {
    long millis = millisSince(sinceNanos);
    long limit = limitMillis + slackMillis;
    assertTrue(millis < limit, () -> Text.format("it took %d ms, not %d: %s", millis, limit, job));
  }

  /** Asserts that UCX prints nothing itself, whatever it has seen. */
  private static void assertSilent(LaunchedJob job) {
    assertFalse((job.output() + job.errors()).contains("  UCX  "), job::toString);
  }

  private static String where(LaunchedJob job, String stream) {
    return stream.equals("last") ? job.lastWord() : job.output();
  }

  /** Asserts that the job goes on, little later than without the disturbance. */
  private static void assertRight(LaunchedJob job, long sinceNanos) throws Exception {
    assertEquals(0, job.exitCode(), job::toString);
    assertSoon(job, sinceNanos, HEALED_MILLIS + 3 * OUTAGE_MILLIS);
    assertEquals(2, job.awaitLines(2, "right: ").size());
    assertSilent(job);
  }

  @Test
  void aKilledRankEndsTheJob() throws Exception {
    try (LaunchedJob job = start(0, Map.of(), ENDLESS_MILLIS)) {
      long[] processes = going(job);
      long since = System.nanoTime();
      signal("KILL", processes[1]);
      assertEnds(job, since, 1_000, "last", "rank 1 (pid", hosts.name(1), "was killed by SIGKILL");
      assertTrue(job.output().contains("rank 1"), job::toString);
    }
  }

  @Test
  void aRankThatIsStoppedForAMomentGoesOn() throws Exception {
    try (LaunchedJob job = start(0, Map.of(), HEALED_MILLIS)) {
      long[] processes = going(job);
      long since = System.nanoTime();
      signal("STOP", processes[1]);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(OUTAGE_MILLIS));
      signal("CONT", processes[1]);
      assertRight(job, since);
    }
  }

  @Test
  void aRankThatStaysStoppedEndsTheJob() throws Exception {
    try (LaunchedJob job = start(0, Map.of("ARMCI_HEARTBEAT_TIMEOUT", "1s"), ENDLESS_MILLIS)) {
      long[] processes = going(job);
      long since = System.nanoTime();
      signal("STOP", processes[1]);
      assertEnds(job, since, 1_250, "last", "rank 1 (pid", hosts.name(1), "silent");
    }
  }

  /** Cuts a host off from the launcher and from its rank. */
  @Test
  void aLostHostEndsTheJob() throws Exception {
    try (LaunchedJob job =
        start(
            2,
            Map.of("ARMCI_HEARTBEAT_TIMEOUT", "1s", "ARMCI_AGENT_TIMEOUT", "2s"),
            ENDLESS_MILLIS)) {
      going(job);
      long since = System.nanoTime();
      hosts.setLink(3, false);
      assertEnds(job, since, 1_250, "last", "rank 1 (pid", hosts.name(3), "silent");
    }
  }

  /** Cuts two hosts off from each other; the launcher hears of both. */
  @Test
  void aWayBetweenHostsThatIsLostEndsTheJob() throws Exception {
    try (LaunchedJob job = start(4, Map.of("ARMCI_UCX_REQUEST_TIMEOUT", "1s"), ENDLESS_MILLIS)) {
      going(job);
      long since = System.nanoTime();
      hosts.cut(4, 5);
      assertEnds(
          job,
          since,
          1_500,
          "output",
          "lost its connection to rank 1 on host " + hosts.name(5),
          "ucxRequestTimeout");
    }
  }

  @Test
  void aLinkThatComesBackDoesNoHarm() throws Exception {
    try (LaunchedJob job = start(6, Map.of(), HEALED_MILLIS)) {
      going(job);
      long since = System.nanoTime();
      hosts.setLink(7, false);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(OUTAGE_MILLIS));
      hosts.setLink(7, true);
      assertRight(job, since);
    }
  }

  @Test
  void aWayThatIsRefusedEndsTheJob() throws Exception {
    hosts.refuse(8, 9);
    long since = System.nanoTime();
    try (LaunchedJob job = start(8, Map.of("ARMCI_UCX_REQUEST_TIMEOUT", "2s"), ENDLESS_MILLIS)) {
      assertEnds(job, since, 5_000, "output", "there is no way to rank 1 on host " + hosts.name(9));
    }
  }

  /**
   * Starts two ranks on each of two hosts, which go on without failed ones: rank 1 dies, and the
   * others say from which step they go on.
   */
  private static LaunchedJob startSurvivors(int firstHost, int steps) throws IOException {
    Map<String, String> environment = new HashMap<>(hosts.environment());
    environment.put("ARMCI_TRANSPORT", "ucx");
    environment.put("ARMCI_HEARTBEAT_TIMEOUT", "1s");
    return LaunchedJob.armci(
        environment,
        List.of(
            "run",
            "--hosts=" + hosts.list(2, firstHost, firstHost + 1),
            "--on-failure=continue",
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "survivors",
            "--steps=" + steps,
            "--die=1@50"));
  }

  private static String checksum(LaunchedJob job, int ranks) throws Exception {
    assertEquals(0, job.exitCode(), job::toString);
    String start = Text.format("after %d steps %d ranks have a plate", SURVIVORS_STEPS, ranks);
    String last = job.output().lines().filter(line -> line.startsWith(start)).findFirst().get();
    return last.substring(start.length());
  }

  @Test
  void theOthersGoOnWithoutARankAndThenWithoutAHost() throws Exception {
    String right;
    try (LaunchedJob job = startSurvivors(10, SURVIVORS_STEPS)) {
      right = checksum(job, 3);
    }
    try (LaunchedJob job = startSurvivors(12, SURVIVORS_STEPS)) {
      job.awaitLines(1, "3 ranks go on");
      hosts.setLink(13, false); // with the ranks 2 and 3, and the way to their agent
      assertEquals(right, checksum(job, 1));
      assertTrue(job.output().contains("1 ranks go on from step"), job::toString);
    }
  }

  /** Lets UCX find none of its transports, as on a host without any. */
  @Test
  void aJobThatNothingJoinsIsToldWhatWouldHelp() throws Exception {
    Map<String, String> settings = Map.of("ARMCI_TRANSPORT", "auto", "ARMCI_UCX_TLS", "nothing");
    long since = System.nanoTime();
    try (LaunchedJob job = start(0, settings, ENDLESS_MILLIS)) {
      assertTrue(job.exitCode() > 0, job::toString);
      assertSoon(job, since, 0);
      for (String line :
          List.of(
              "no transport joins all ranks of this job:",
              "  local: it joins the threads of one JVM only",
              "  shm: it joins processes of one host",
              "  verbs: ",
              "  ucx: UCX 1.")) {
        assertEquals(1, job.errors().lines().filter(said -> said.contains(line)).count(), line);
      }
    }
  }

  /** Lowers the limit on the hosts only; the launcher has another. */
  @Test
  void tooFewOpenFilesAreSaidBeforeTheJobBegins() throws Exception {
    Map<String, String> few =
        Map.of("ARMCI_SSH_COMMAND", "prlimit --nofile=72:72 " + hosts.command());
    long since = System.nanoTime();
    try (LaunchedJob job = start(0, few, ENDLESS_MILLIS)) {
      assertTrue(job.exitCode() > 0, job::toString);
      assertSoon(job, since, 0);
      assertTrue(job.errors().contains("may open 72 files"), job::toString);
      assertTrue(job.errors().contains("raise it (ulimit -n "), job::toString);
    }
  }
}
