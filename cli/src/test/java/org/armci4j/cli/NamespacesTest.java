package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs jobs on hosts with networks of their own. */
class NamespacesTest {
  private static final Path DEVICES = Path.of("/sys/class/net");
  private static NamespaceHosts hosts;

  /** Name of the devices of a process that has ended. */
  private static String abandoned;

  @BeforeAll
  static void makeHosts() throws Exception {
    NamespaceHosts.require();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    abandoned = "ar" + ended.pid();
    new ProcessBuilder("ip", "link", "add", abandoned, "type", "bridge").start().waitFor();
    new ProcessBuilder("ip", "netns", "add", abandoned + "a").start().waitFor();
    assertTrue(Files.exists(DEVICES.resolve(abandoned)));
    hosts = NamespaceHosts.make(2);
  }

  @AfterAll
  static void removeHosts() throws Exception {
    if (hosts != null) {
      hosts.close();
    }
  }

  private static LaunchedJob run(String... probeArguments) throws IOException {
    return LaunchedJob.run(hosts.environment(), hosts.list(2), probeArguments);
  }

  @Test
  void whatAKilledProcessLeftBehindIsRemoved() throws Exception {
    assertFalse(Files.exists(DEVICES.resolve(abandoned)));
    assertFalse(Files.exists(Path.of("/run/netns", abandoned + "a")));
  }

  @Test
  void ranksMeetAcrossHosts() throws Exception {
    try (LaunchedJob job = run("probe", "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(4, job.outputLines().size());
      assertTrue(job.output().contains("rank 3 of 4 met [0, 1, 2, 3]"), job::output);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"KILL, was killed by SIGKILL", "abort, aborted the job: had enough"})
  void aFailureOnOneHostEndsThemAll(String how, String reason) throws Exception {
    try (LaunchedJob job = run("probe", "fail", "3", how)) {
      assertTrue(job.exitCode() > 0, job::toString);
      assertTrue(
          job.lastWord()
              .matches(
                  "armci: rank 3 \\(pid \\d+ on host " + hosts.name(1) + "\\) " + reason + ";.*"),
          job::errors);
      assertTrue(job.output().contains("rank 0 was told: rank 3"), job::output);
    }
  }

  @Tag("long")
  @Test
  void aHostWhoseAgentDiesEndsTheJob() throws Exception {
    try (LaunchedJob job = run("probe", "ready")) {
      List<Long> ranks = job.awaitLines(4, "ready ").stream().map(Long::valueOf).toList();
      job.process()
          .children()
          .filter(child -> LaunchedJob.environment(child.pid()).contains("LOGIN=" + hosts.name(1)))
          .forEach(ProcessHandle::destroyForcibly);
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord().contains("was lost with the connection to host " + hosts.name(1)),
          job::errors);
      ranks.forEach(rank -> job.await(() -> !LaunchedJob.isAlive(rank)));
    }
  }
}
