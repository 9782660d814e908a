package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs ranks on a host that a real ssh reaches: a daemon of this test's own on loopback, with its
 * own keys and configuration.
 */
class SshTest {
  private static final Path DAEMON = Path.of("/usr/sbin/sshd");

  /** Empty folder that a daemon of root needs; others need none. */
  private static final Path EMPTY_FOLDER = Path.of("/run/sshd");

  @TempDir static Path directory;
  private static Process daemon;
  private static boolean madeFolder;

  @BeforeAll
  static void startDaemon() throws Exception {
    Prerequisite.requireProgram("sshd", "openssh-server");
    Prerequisite.requireProgram("ssh", "openssh-client");
    if (System.getProperty("user.name").equals("root") && !Files.exists(EMPTY_FOLDER)) {
      Files.createDirectory(EMPTY_FOLDER);
      madeFolder = true;
    }
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory + "/host");
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory + "/user");
    int port = freePort();
    Files.writeString(
        directory.resolve("sshd_config"),
        Text.format(
            """
            Port %2$d
            ListenAddress 127.0.0.1
            HostKey %1$s/host
            AuthorizedKeysFile %1$s/user.pub
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            """,
            directory, port));
    Files.writeString(
        directory.resolve("known_hosts"),
        "[127.0.0.1]:" + port + " " + Files.readString(directory.resolve("host.pub")));
    Files.writeString(
        directory.resolve("ssh_config"),
        Text.format(
            """
            Host far further
              HostName 127.0.0.1
              Port %2$d
              IdentityFile %1$s/user
              IdentitiesOnly yes
              UserKnownHostsFile %1$s/known_hosts
              StrictHostKeyChecking yes
              BatchMode yes
            """,
            directory, port));
    daemon =
        new ProcessBuilder(DAEMON.toString(), "-D", "-e", "-f", directory + "/sshd_config")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    awaitPort(port);
  }

  @AfterAll
  static void stopDaemon() throws IOException {
    if (daemon != null) {
      daemon.destroy();
    }
    if (madeFolder) {
      Files.delete(EMPTY_FOLDER);
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertTrue(process.waitFor(LaunchedJob.LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), String.join(" ", command));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LaunchedJob.LIMIT_SECONDS);
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException notYet) {
        String log = Files.readString(directory.resolve("log"));
        assertTrue(daemon.isAlive() && System.nanoTime() < end, log);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static LaunchedJob job(String hosts, String... optionsThenProbeArguments)
      throws IOException {
    Map<String, String> settings =
        Map.of(
            "ARMCI_SSH_COMMAND",
            "ssh -x -T -F '" + directory + "/ssh_config'",
            "ARMCI_RENDEZVOUS_ADDRESS",
            "127.0.0.1");
    return LaunchedJob.run(settings, hosts, optionsThenProbeArguments);
  }

  @Test
  void wordsEnvironmentAndClassPathArriveUnchanged() throws Exception {
    String[] odd = {"", " ", "a b", "line\nbreak", "\"'`$HOME\\", "grüße 𝛑", "-n", "--", "*", "~"};
    String[] options = {
      "--env", "PROBE=a=b \"'\n𝛑", "--jvm-arg", "-Dx=y 'z", "-cp", oddClassPath(), "probe", "echo"
    };
    String[] all = Stream.of(options, odd).flatMap(Stream::of).toArray(String[]::new);
    try (LaunchedJob job = job("far:1", all)) {
      assertEquals(0, job.exitCode(), job::toString);
      List<String> seen = new ArrayList<>(List.of(Probe.encode("echo")));
      Stream.of(odd).map(Probe::encode).forEach(seen::add);
      seen.add(Probe.encode("a=b \"'\n𝛑"));
      assertEquals(seen, job.outputLines());
    }
  }

  /** Returns the probe's class path through a folder whose name a shell would split. */
  private static String oddClassPath() throws IOException {
    Path link = directory.resolve("o'd \"d$");
    Files.createSymbolicLink(link, Path.of(LaunchedJob.testClasses()));
    return link.toString();
  }

  @Tag("long")
  @Test
  void ranksOfTwoHostsMeetWhereTheLauncherIs() throws Exception {
    try (LaunchedJob job = job("far:2,localhost:1,further:1", "--label", "probe", "where")) {
      assertEquals(0, job.exitCode(), job::toString);
      String here = "null " + Path.of("").toAbsolutePath();
      assertEquals(
          List.of("[0] " + here, "[1] " + here, "[2] " + here, "[3] " + here),
          job.outputLines().stream().sorted().toList());
    }
    try (LaunchedJob job = job("far:1,further:1", "probe", "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(2, job.outputLines().size(), job::toString);
    }
  }

  @Tag("long")
  @Test
  void aKilledRankIsNamedWithItsHost() throws Exception {
    try (LaunchedJob job = job("far:1,further:1", "probe", "fail", "1", "KILL")) {
      assertEquals(137, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord()
              .matches(
                  "armci: rank 1 \\(pid \\d+ on host further\\) was killed by SIGKILL;"
                      + " the job was ended"),
          job::errors);
    }
  }

  @Test
  void aConnectionThatIsCutEndsItsRanks() throws Exception {
    try (LaunchedJob job = job("far:1,further:1", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      job.process()
          .children()
          .filter(child -> LaunchedJob.commandLine(child.pid()).contains("further"))
          .forEach(ProcessHandle::destroyForcibly);
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(job.lastWord().contains("lost with the connection to host further"), job::errors);
      ranks.forEach(rank -> job.await(() -> !LaunchedJob.isAlive(rank)));
    }
  }

  @Tag("long")
  @Test
  void nobodySeesTheSecret() throws Exception {
    try (LaunchedJob job = job("far:1,further:1", "probe", "secret")) {
      String secret = job.awaitLines(2, "secret ").getFirst();
      Stream.concat(job.process().descendants(), daemon.descendants())
          .forEach(
              process -> {
                assertFalse(LaunchedJob.commandLine(process.pid()).contains(secret));
                String environment = String.join("\n", LaunchedJob.environment(process.pid()));
                assertFalse(environment.contains(secret));
              });
      assertFalse(Files.readString(directory.resolve("log")).contains(secret));
      assertFalse(job.errors().contains(secret));
    }
  }
}
