package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs ranks on named hosts; a script stands for ssh, and this host for all others. */
class HostsTest {
  @TempDir Path directory;
  private Path ssh;

  @BeforeEach
  void makeStandIn() throws IOException {
    ssh = directory.resolve("s's h");
    // Does as sshd does: the login shell splits the words, with an environment of its own.
    script(
        Text.format(
            """
            #!/bin/sh
            test "$1" = -q || exit 9
            host=$2
            shift 2
            echo "$@" >"%1$s/asked-$host"
            exec env -i HOME="$HOME" LOGIN="$host" LC_ALL=C PATH="$PATH" /bin/sh -c "$*"
            """,
            directory));
  }

  private void script(String text) throws IOException {
    Files.writeString(ssh, text);
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
  }

  private LaunchedJob run(String hosts, String... optionsThenProbeArguments) throws IOException {
    return LaunchedJob.run(settings(), hosts, optionsThenProbeArguments);
  }

  private Map<String, String> settings() {
    return Map.of(
        "ARMCI_SSH_COMMAND", "\"" + ssh + "\" -q", "ARMCI_RENDEZVOUS_ADDRESS", "127.0.0.1");
  }

  @Test
  void wordsReachTheProgramUnchanged() throws Exception {
    String[] odd = {
      "", " ", "a b", "tab\t", "line\nbreak", "\"'`$HOME\\", "grüße 𝛑", "-n", "--", "*", "!", "~"
    };
    String[] options = {"--env", "PROBE=a=b \"'\n𝛑", "--jvm-arg", "-Dx=y z", "probe", "echo"};
    String[] all = Stream.of(options, odd).flatMap(Stream::of).toArray(String[]::new);
    try (LaunchedJob job = run("a:1", all)) {
      assertEquals(0, job.exitCode(), job::errors);
      List<String> seen = new ArrayList<>(List.of(Probe.encode("echo")));
      Stream.of(odd).map(Probe::encode).forEach(seen::add);
      seen.add(Probe.encode("a=b \"'\n𝛑"));
      assertEquals(seen, job.outputLines());
      assertEquals("", job.errors());
    }
  }

  @Test
  void ranksAreWhereTheyBelong() throws Exception {
    try (LaunchedJob job = run("a:2,b,localhost:1", "--label", "probe", "where")) {
      assertEquals(0, job.exitCode(), job::errors);
      String here = Path.of("").toAbsolutePath().toString();
      assertEquals(
          List.of("[0] a " + here, "[1] a " + here, "[2] b " + here, "[3] null " + here),
          job.outputLines().stream().sorted().toList());
      assertFalse(Files.exists(directory.resolve("asked-localhost")));
    }
  }

  @Test
  void rankZeroHasTheInputAndTheOthersItsEnd() throws Exception {
    String text = "ünended line ".repeat(40_000); // several windows of input
    try (LaunchedJob job = run("a:1,b:2", "probe", "copy")) {
      job.input(text).endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals(text, job.output());
    }
  }

  @Test
  void allRanksHaveTheInput() throws Exception {
    String text = "some line\n".repeat(20_000); // several windows of input
    try (LaunchedJob job = run("a:1,b:2", "--stdin=all", "probe", "count")) {
      job.input(text).endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("read 200000\n".repeat(3), job.output());
    }
  }

  @Test
  void noRankHasTheInput() throws Exception {
    try (LaunchedJob job = run("a:1,b:2", "--stdin=none", "probe", "copy")) {
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("", job.output());
    }
  }

  @Test
  void aPromptComesWithoutTheEndOfItsLine() throws Exception {
    try (LaunchedJob job = run("a:1,b:1", "--label", "probe", "prompt")) {
      job.await(() -> job.output().contains("for rank 1\n") && job.output().contains("N = "));
      job.input("5\n");
      assertEquals(0, job.exitCode(), job::errors);
      assertTrue(job.output().endsWith("5 it is\n"), job::output);
    }
  }

  /**
   * Gives ranks time to end. ssh and its children get no signal of the terminal: the launcher ends
   * the ranks.
   */
  @Test
  void ranksHaveTimeToEnd() throws Exception {
    try (LaunchedJob job = run("a:1,b:1", "probe", "hook", "1500")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      for (long rank : ranks) {
        assertNotEquals(session(job.process().pid()), session(rank));
      }
      new ProcessBuilder("kill", "-TERM", "" + job.process().pid()).start().waitFor();
      assertEquals(143, job.exitCode(), job::toString);
      assertEquals(2, job.awaitLines(2, "saved ").size());
    }
  }

  private static String session(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
  }

  @Test
  void aRankThatIsKilledIsNamed() throws Exception {
    theFirstFailureIsNamed("KILL", 137, "was killed by SIGKILL");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "exit, 3, exited with code 3",
    "abort, 1, aborted the job: had enough",
    "leave, 1, exited without closing Armci",
  })
  void theFirstFailureIsNamed(String how, int exitCode, String reason) throws Exception {
    try (LaunchedJob job = run("a:2,b:2", "probe", "fail", "2", how)) {
      assertEquals(exitCode, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord()
              .matches("armci: rank 2 \\(pid \\d+ on host b\\) " + reason + "; the job was ended"),
          job::errors);
    }
  }

  @Tag("long")
  @Test
  void noRankOutlivesALauncherThatIsKilled() throws Exception {
    noRankOutlivesTheLauncher("KILL");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void noRankOutlivesTheLauncher(String signal) throws Exception {
    try (LaunchedJob job = run("a:2,b:1", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(3, "ready ").stream().map(Long::valueOf).toList();
      new ProcessBuilder("kill", "-" + signal, "" + job.process().pid()).start().waitFor();
      job.exitCode();
      ranks.forEach(rank -> job.await(() -> !LaunchedJob.isAlive(rank)));
    }
  }

  @Test
  void aHostWhoseAgentDiesFailsItsRanks() throws Exception {
    try (LaunchedJob job = run("a:1,b:2", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(3, "ready ").stream().map(Long::valueOf).toList();
      ProcessHandle agent = agentOf(job, "b");
      agent.destroyForcibly();
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord()
              .matches(
                  "armci: rank 1 \\(pid \\d+ on host b\\) was lost with the connection to host b"
                      + " \\(ssh was killed by SIGKILL\\); the job was ended"),
          job::errors);
      ranks.forEach(rank -> job.await(() -> !LaunchedJob.isAlive(rank)));
    }
  }

  /** Rank 0 and rank 2, the only one there, have each other's part of the plate by then. */
  @Test
  void theOthersGoOnWithoutTheRanksOfADeadAgent() throws Exception {
    String[] arguments = {
      "run",
      "--hosts=a:2,b:1",
      "--on-failure=continue",
      "--jvm-arg=-XX:TieredStopAtLevel=1",
      "survivors",
      "--steps=20000",
      "--die=1@50"
    };
    try (LaunchedJob job = LaunchedJob.armci(settings(), List.of(arguments))) {
      job.awaitLines(1, "2 ranks go on");
      agentOf(job, "b").destroyForcibly();
      assertEquals(0, job.exitCode(), job::toString);
      job.awaitLines(1, "1 ranks go on from step");
      job.awaitLines(1, "after 20000 steps 1 ranks have a plate");
      assertTrue(job.errors().contains("was lost with the connection to host b"), job::toString);
    }
  }

  /** A rank starts again at its agent; the ranks of a dead agent do at the one that is left. */
  @Test
  void ranksStartAgainAtAnAgentThatIsLeft() throws Exception {
    String[] arguments = {
      "run",
      "--hosts=a:1,b:2",
      "--spares=3",
      "--jvm-arg=-XX:TieredStopAtLevel=1",
      "-cp",
      LaunchedJob.testClasses(),
      AgainMain.class.getName(),
      "1@0:2",
      "hold@1"
    };
    try (LaunchedJob job = LaunchedJob.armci(settings(), List.of(arguments))) {
      job.awaitLines(1, "holds in epoch 1");
      agentOf(job, "b").destroyForcibly();
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(
          job.errors()
              .matches(
                  "(?s)armci: rank 1 \\(pid \\d+ on host b\\) was killed by SIGKILL; rank 1 starts"
                      + " again, epoch 1 \\(--spares\\).*"),
          job::toString);
      for (int rank = 1; rank < 3; rank++) {
        job.awaitLines(1, "rank " + rank + " of 3 in epoch 2, started again");
      }
    }
  }

  /**
   * Returns the agent of a host. The stand-in for ssh becomes the agent, whose environment names
   * the host.
   */
  private static ProcessHandle agentOf(LaunchedJob job, String host) {
    return job.process()
        .children()
        .filter(child -> LaunchedJob.environment(child.pid()).contains("LOGIN=" + host))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nobodySeesTheSecret() throws Exception {
    try (LaunchedJob job = run("a:1,b:1", "probe", "secret")) {
      String secret = job.awaitLines(2, "secret ").getFirst();
      List<ProcessHandle> family = job.family();
      assertEquals(4, family.size(), "two agents and two ranks");
      for (ProcessHandle process : family) {
        assertFalse(LaunchedJob.commandLine(process.pid()).contains(secret));
        assertFalse(String.join("\n", LaunchedJob.environment(process.pid())).contains(secret));
      }
      assertFalse(Files.readString(directory.resolve("asked-a")).contains(secret));
    }
  }

  @Test
  void wordsOfTheLoginDoNoHarm() throws Exception {
    script("#!/bin/sh\necho Welcome\nshift 2\nexec /bin/sh -c \"$*\"\n");
    try (LaunchedJob job = run("a:2", "probe", "lines", "1")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(2, job.outputLines().size());
      assertEquals("Welcome", job.errors().strip());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'echo no way >&2; exit 255', 'could not be started: no agent answers on host a"
        + " (ssh exited with code 255)'",
    "'cd /; exec /bin/sh -c \"$3\" 2>/dev/null </dev/null', 'was lost with the connection to"
        + " host a'",
  })
  void aHostThatCannotStartIsToldOf(String script, String reason) throws Exception {
    script("#!/bin/sh\n" + script + "\n");
    try (LaunchedJob job = run("a:1", "probe", "lines", "1")) {
      assertEquals(1, job.exitCode(), job::toString);
      assertEquals("armci: rank 0 (on host a) " + reason + "; the job was ended", job.lastWord());
    }
  }
}
