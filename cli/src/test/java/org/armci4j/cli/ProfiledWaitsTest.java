package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@link KnownWaits}, whose ranks wait for known reasons, and reads what is told of it. */
class ProfiledWaitsTest {
  private static final long AHEAD_SECONDS = 5000;

  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void nameTrace() {
    trace = folder.resolve("out.json");
  }

  private LaunchedJob start(Map<String, String> environment, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("run", "--profile", "--trace", trace.toString()));
    all.addAll(List.of(words));
    all.addAll(List.of("-cp", LaunchedJob.testClasses(), KnownWaits.class.getName()));
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder);
    variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return LaunchedJob.armci(variables, all);
  }

  /** Returns for how many seconds a rank has waited for another one, and for what cause. */
  private static double seconds(LaunchedJob job, int rank, int awaited, String cause) {
    Matcher waits = Pattern.compile("(?m)^  rank " + rank + " waits .*$").matcher(job.errors());
    assertTrue(waits.find(), job::toString);
    Matcher one =
        Pattern.compile(" for rank " + awaited + " \\([^)]*" + cause + " ([0-9.]+) s")
            .matcher(waits.group());
    return one.find() ? Double.parseDouble(one.group(1)) : 0;
  }

  private static void requireCauses(LaunchedJob job) {
    assertTrue(seconds(job, 0, 1, "late signal") >= 0.4, job::toString);
    assertEquals(0, seconds(job, 0, 1, "late sender"), job::toString);
    assertTrue(seconds(job, 0, 2, "late sender") >= 0.4, job::toString);
    assertTrue(seconds(job, 0, 1, "imbalance at a collective") >= 0.4, job::toString);
    assertTrue(seconds(job, 2, 1, "imbalance at a collective") >= 0.4, job::toString);
    assertTrue(seconds(job, 1, 2, "mutex") >= 0.4, job::toString);
    requireNonblocking(job);
    assertFalse(job.errors().contains("not compared"), job::toString);
  }

  /** Of the two that came in time only one has waited, for half a second. */
  private static void requireNonblocking(LaunchedJob job) {
    Matcher row =
        Pattern.compile(
                "(?m)^  nonblocking allreduce +1 +([0-9.]+)  rank +1, +100 % +([0-9.]+) ms$")
            .matcher(job.errors());
    assertTrue(row.find(), job::toString);
    double each = Double.parseDouble(row.group(1));
    assertTrue(each >= 0.5 / 3 && each < 0.9 / 3, job::toString);
    double meanWait = Double.parseDouble(row.group(2));
    assertTrue(meanWait >= 400 / 2.0 && meanWait < 900 / 2.0, job::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--transport=shm", "--threads"})
  void waitsAreChargedToThoseThatCameLate(String form) throws Exception {
    try (LaunchedJob job = start(Map.of(), "-n", "3", form)) {
      assertEquals(0, job.exitCode(), job::toString);
      requireCauses(job);
    }
    requireArrows(0);
    requireCollectives();
  }

  /**
   * Hosts of which one has another clock and another disk: a script stands for ssh, and this host
   * for all others.
   */
  @Test
  void clocksOfHostsAreCompared() throws Exception {
    Prerequisite.require(
        new ProcessBuilder("unshare", "-m", "-T", "--monotonic", "9", "true").start().waitFor()
            == 0,
        () -> "unshare -m -T is not allowed: run as root, with util-linux and time namespaces");
    Path ssh =
        Files.writeString(
            folder.resolve("ssh"),
            Text.format(
                """
                #!/bin/sh
                host=$1
                shift
                other=
                test $host = b && other="unshare -m -T --monotonic %d"
                disk=
                test $host = b && disk="mount -t tmpfs none %s &&"
                exec $other env -i HOME="$HOME" LC_ALL=C PATH="$PATH" /bin/sh -c "$disk $*"
                """,
                AHEAD_SECONDS, folder));
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> settings =
        Map.of(
            "ARMCI_SSH_COMMAND", ssh.toString(),
            "ARMCI_RENDEZVOUS_ADDRESS", "127.0.0.1",
            "ARMCI_UCX_TLS", "tcp",
            "ARMCI_UCX_DEVICES", "lo");
    try (LaunchedJob job =
        start(settings, "--hosts=a:1,b:2", "--transport=ucx", "--env", "ARMCI_HOST_ID=h{rank}")) {
      assertEquals(0, job.exitCode(), job::toString);
      requireCauses(job);
      assertTrue(job.errors().contains("the trace has the clocks of 3 hosts"), job::toString);
    }
    List<Map<String, String>> clocks = TraceEvents.read(trace, "clocks");
    assertEquals(2 * 3, clocks.size(), clocks::toString);
    long mostWrong = 0;
    for (Map<String, String> reading : clocks) {
      mostWrong = Math.max(mostWrong, Long.parseLong(reading.get("errorNanos")));
      long ahead = reading.get("host").equals("h0") ? 0 : AHEAD_SECONDS * 1_000_000_000;
      long wrong = Math.abs(Long.parseLong(reading.get("aheadNanos")) - ahead);
      assertTrue(wrong <= Long.parseLong(reading.get("errorNanos")), reading::toString);
    }
    requireArrows(2 * mostWrong);
    requireCollectives();
  }

  /**
   * Reads the arrows: each begins at its signal, and ends in the wait, or behind it where clocks
   * put the signal there.
   */
  private void requireArrows(long clockErrorNanos) throws IOException {
    List<Map<String, String>> events = TraceEvents.read(trace, "traceEvents");
    Map<String, Map<String, String>> begins = new HashMap<>();
    Map<String, Integer> arrows = new TreeMap<>();
    for (Map<String, String> event : events) {
      if (event.get("ph").equals("s")) {
        begins.put(event.get("id"), event);
      } else if (event.get("ph").equals("f") && event.get("cat").equals("signal")) {
        String from = around(events, begins.get(event.get("id")), 0, "signal", "put");
        String to = around(events, event, clockErrorNanos, "wait for a signal", "wait for a mutex");
        arrows.merge(from + " > " + to, 1, Integer::sum);
      }
    }
    assertEquals(1, arrows.get("1 signal > 0 wait for a signal"), arrows::toString);
    assertEquals(1, arrows.get("2 put > 0 wait for a signal"), arrows::toString);
    assertEquals(1, arrows.get("2 signal > 1 wait for a mutex"), arrows::toString);
    assertEquals(3, arrows.size(), arrows::toString);
  }

  /**
   * Reads the spans and arrows of the collectives in which rank 1 was late: in each an arrow leads
   * from it to each other rank.
   */
  private void requireCollectives() throws IOException {
    List<Map<String, String>> events = TraceEvents.read(trace, "traceEvents");
    Map<String, Integer> arrows = new TreeMap<>();
    for (PerfettoImport.Arrow arrow : new PerfettoImport(events).arrows()) {
      if (arrow.to().name().equals("released")) {
        assertEquals(arrow.from().name(), arrow.to().parent().name(), arrow::toString);
        assertEquals(rank(arrow.from().event()), arrow.to().event().get("args.rank"));
        String call = arrow.from().name() + " " + arrow.from().event().get("args.call") + ": ";
        String ranks = rank(arrow.from().event()) + " > " + rank(arrow.to().event());
        arrows.merge(call + ranks, 1, Integer::sum);
      }
    }
    for (String late : List.of("broadcast 1", "nonblocking allreduce 0")) {
      assertEquals(1, arrows.get(late + ": 1 > 0"), arrows::toString);
      assertEquals(1, arrows.get(late + ": 1 > 2"), arrows::toString);
      assertFalse(arrows.containsKey(late + ": 0 > 1"), arrows::toString);
    }
    requireTogether(events, "broadcast", "1", "1");
    requireTogether(events, "nonblocking allreduce", "0", null);
    for (int rank = 0; rank < 3; rank++) {
      double waited = micros(events, rank, "wait for nonblocking allreduce");
      assertTrue(rank == 0 ? waited >= 400_000 : waited < 400_000, "rank " + rank);
      double took = micros(events, rank, "nonblocking allreduce");
      assertTrue(rank == 1 || took >= 400_000, "rank " + rank);
    }
  }

  private static String rank(Map<String, String> event) {
    return Integer.toString(TraceEvents.rank(event));
  }

  /** Requires a span of all ranks for a call to which rank 1 came half a second late. */
  private static void requireTogether(
      List<Map<String, String>> events, String name, String call, String root) {
    List<Map<String, String>> spans =
        events.stream()
            .filter(event -> event.get("ph").equals("X") && rank(event).equals("3"))
            .filter(event -> event.get("name").equals(name))
            .filter(event -> event.get("args.call").equals(call))
            .toList();
    assertEquals(1, spans.size(), spans::toString);
    Map<String, String> span = spans.getFirst();
    assertEquals("3", span.get("args.ranks"));
    assertEquals("1", span.get("args.last"));
    assertEquals(root, span.get("args.root"));
    double apart = Double.parseDouble(span.get("args.apartMicros"));
    assertTrue(apart >= 400_000 && apart <= Double.parseDouble(span.get("dur")), span::toString);
  }

  /** Returns how long the spans of a rank and a name are together. */
  private static double micros(List<Map<String, String>> events, int rank, String name) {
    return events.stream()
        .filter(event -> event.get("ph").equals("X") && event.get("name").equals(name))
        .filter(event -> rank(event).equals(Integer.toString(rank)))
        .mapToDouble(event -> Double.parseDouble(event.get("dur")))
        .sum();
  }

  /**
   * Returns rank and name of the span of one of these names that is around an event's time.
   *
   * @param behindNanos how far behind its end the event may be
   */
  private static String around(
      List<Map<String, String>> events,
      Map<String, String> event,
      long behindNanos,
      String... names) {
    double time = Double.parseDouble(event.get("ts"));
    for (Map<String, String> span : events) {
      boolean isOfRow =
          span.get("ph").equals("X")
              && span.get("pid").equals(event.get("pid"))
              && span.get("tid").equals(event.get("tid"))
              && List.of(names).contains(span.get("name"));
      if (isOfRow) {
        double since = time - Double.parseDouble(span.get("ts"));
        if (since >= -0.001
            && since <= Double.parseDouble(span.get("dur")) + 0.001 + behindNanos / 1e3) {
          return TraceEvents.rank(span) + " " + span.get("name");
        }
      }
    }
    throw new AssertionError("no span is around " + event);
  }
}
