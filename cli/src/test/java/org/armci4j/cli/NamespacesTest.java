package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hosts with networks of their own: network namespaces on one bridge. Only for root; entering one
 * stands for ssh.
 */
class NamespacesTest {
  /** Short: names of network devices have 15 characters at most. */
  private static final String PREFIX = "ar" + ProcessHandle.current().pid() % 100_000;

  private static final String A = PREFIX + "a";
  private static final String B = PREFIX + "b";
  private static final String BRIDGE_ADDRESS = "10.213.77.1";

  @TempDir static Path directory;

  @BeforeAll
  static void makeHosts() throws Exception {
    Prerequisite.requireProgram("ip", "iproute2");
    Prerequisite.require(
        "root".equals(System.getProperty("user.name")), () -> "only root can make namespaces");
    Prerequisite.require(
        succeeds("ip link add " + PREFIX + " type bridge"),
        () -> "this host does not let root make network devices and namespaces");
    must("ip addr add " + BRIDGE_ADDRESS + "/24 dev " + PREFIX);
    must("ip link set " + PREFIX + " up");
    int last = 2;
    for (String host : List.of(A, B)) {
      must("ip netns add " + host);
      must("ip link add %sv type veth peer name eth0 netns %s".formatted(host, host));
      must("ip link set %sv master %s up".formatted(host, PREFIX));
      must("ip netns exec %s ip addr add 10.213.77.%d/24 dev eth0".formatted(host, last++));
      must("ip netns exec %s ip link set eth0 up".formatted(host));
    }
    Path ssh = directory.resolve("enter");
    Files.writeString(
        ssh, "#!/bin/sh\nexec ip netns exec $1 env ARMCI_HOST_ID=$1 LOGIN=$1 /bin/sh -c \"$2\"\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterAll
  static void removeHosts() throws Exception {
    for (String command :
        List.of("ip netns del " + A, "ip netns del " + B, "ip link del " + PREFIX)) {
      boolean _ = succeeds(command);
    }
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

  private static LaunchedJob run(String... probeArguments) throws IOException {
    Map<String, String> settings =
        Map.of(
            "ARMCI_SSH_COMMAND",
            directory.resolve("enter").toString(),
            "ARMCI_RENDEZVOUS_ADDRESS",
            BRIDGE_ADDRESS);
    return LaunchedJob.run(settings, A + ":2," + B + ":2", probeArguments);
  }

  @Test
  void ranksMeetAcrossHosts() throws Exception {
    try (LaunchedJob job = run("probe", "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(4, job.outputLines().size());
      assertTrue(job.output().contains("rank 3 of 4 met [0, 1, 2, 3]"), job::output);
    }
  }

  @ParameterizedTest
  @CsvSource({"KILL, was killed by SIGKILL", "abort, aborted the job: had enough"})
  void aFailureOnOneHostEndsThemAll(String how, String reason) throws Exception {
    try (LaunchedJob job = run("probe", "fail", "3", how)) {
      assertTrue(job.exitCode() > 0, job::toString);
      assertTrue(
          job.lastWord()
              .matches("armci: rank 3 \\(pid \\d+ on host " + B + "\\) " + reason + ";.*"),
          job::errors);
      assertTrue(job.output().contains("rank 0 was told: rank 3"), job::output);
    }
  }

  @Test
  void aHostWhoseAgentDiesEndsTheJob() throws Exception {
    try (LaunchedJob job = run("probe", "ready")) {
      List<Long> ranks = job.awaitLines(4, "ready ").stream().map(Long::valueOf).toList();
      job.process()
          .children()
          .filter(child -> LaunchedJob.environment(child.pid()).contains("LOGIN=" + B))
          .forEach(ProcessHandle::destroyForcibly);
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(job.lastWord().contains("was lost with the connection to host " + B), job::errors);
      ranks.forEach(rank -> job.await(() -> !LaunchedJob.isAlive(rank)));
    }
  }
}
