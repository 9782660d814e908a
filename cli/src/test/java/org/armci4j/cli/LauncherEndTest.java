package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends or kills the launcher: nothing may stay behind. Also checks what others can see. */
class LauncherEndTest {
  @ParameterizedTest
  @CsvSource({"TERM, --grace=1, 143", "KILL, --grace=1, 137"})
  void noProcessOutlivesTheLauncher(String signal, String mode, int exitCode) throws Exception {
    noRankOutlivesTheLauncher(signal, mode, exitCode);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "INT, --grace=1, 130",
    "HUP, --grace=1, 129",
    "TERM, --threads, 143",
    "KILL, --threads, 137",
  })
  void noRankOutlivesTheLauncher(String signal, String mode, int exitCode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, mode, "probe", "ready")) {
      List<Long> ranks = job.awaitLines(3, "ready ").stream().map(Long::valueOf).toList();
      new ProcessBuilder("kill", "-" + signal, "" + job.process().pid()).start().waitFor();
      assertEquals(exitCode, job.exitCode(), job::toString);
      for (long rank : ranks) {
        job.await(() -> !LaunchedJob.isAlive(rank));
        assertFalse(leavesFiles(rank), "files of process " + rank);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM, --grace=60, 143", "INT, --grace=60, 130", "TERM, --threads, 143"})
  void ranksHaveTimeToEnd(String signal, String mode, int exitCode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "probe", "hook", "1500")) {
      job.awaitLines(2, "ready ");
      signal(signal, job.process().pid());
      assertEquals(exitCode, job.exitCode(), job::toString);
      assertEquals(2, job.awaitLines(2, "saved ").size());
      assertTrue(job.errors().startsWith("armci: told to end; the ranks have "), job::errors);
    }
  }

  @Test
  void aSecondSignalEndsAtOnce() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--grace=1000", "probe", "hook", "1000000")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      signal("INT", job.process().pid());
      job.awaitLines(2, "saving ");
      signal("INT", job.process().pid());
      assertEquals(130, job.exitCode(), job::toString);
      for (long rank : ranks) {
        job.await(() -> !LaunchedJob.isAlive(rank));
      }
    }
  }

  @Test
  void timeToEndIsLimited() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--grace=0.5", "probe", "hook", "1000000")) {
      job.awaitLines(2, "ready ");
      signal("TERM", job.process().pid());
      assertEquals(143, job.exitCode(), job::toString);
      assertFalse(job.output().contains("saved"), job::output);
    }
  }

  /**
   * Lets launcher and guardian be unable to end the ranks' children: the ranks end them, also where
   * they end because the rendezvous is silent, before they look for the launcher themselves.
   */
  @Test
  void noChildOutlivesAStoppedLauncherWhoseGuardianIsKilled() throws Exception {
    List<String> words =
        List.of("run", "-n", "3", "--jvm-arg=-Darmci.heartbeatTimeout=1000s", "-cp");
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(LaunchedJob.testClasses(), Probe.class.getName(), "child-meets"));
    try (LaunchedJob job = LaunchedJob.armci(Map.of("ARMCI_HEARTBEAT_TIMEOUT", "500ms"), all)) {
      List<Long> children = job.awaitLines(3, "child ").stream().map(Long::valueOf).toList();
      long guardian =
          job.process()
              .descendants()
              .mapToLong(ProcessHandle::pid)
              .filter(one -> LaunchedJob.commandLine(one).contains("read -r never"))
              .findFirst()
              .orElseThrow();
      signal("STOP", job.process().pid());
      signal("KILL", guardian);
      for (long child : children) {
        job.await(() -> !LaunchedJob.isAlive(child));
      }
    }
  }

  /** Kills a launcher early. A guardian exists as soon as there is a folder to delete. */
  @Test
  void noFolderOutlivesALauncherThatHasStartedNoRank(@TempDir Path directory) throws Exception {
    Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory);
    File folder = directory.toFile();
    List<String> hello = List.of("run", "-n", "2", "hello");
    try (LaunchedJob job = LaunchedJob.armci(environment, hello)) {
      job.await(() -> folder.list().length > 0 || !job.process().isAlive());
      job.process().destroyForcibly();
      assertEquals(137, job.exitCode(), job::toString);
      job.await(() -> folder.list().length == 0);
    }
  }

  /** A rank that is killed while it unpacks a library leaves a file like this one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noLibraryOutlivesTheJob(boolean launcherToo, @TempDir Path directory) throws Exception {
    Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory);
    List<String> words = List.of("run", "-n", "2", "-cp", LaunchedJob.testClasses());
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(Probe.class.getName(), "ready"));
    try (LaunchedJob job = LaunchedJob.armci(environment, all)) {
      long rank = Long.parseLong(job.awaitLines(2, "ready ").getFirst());
      String folder =
          Stream.of(LaunchedJob.commandLine(rank).split("\0"))
              .filter(word -> word.startsWith("-Djffi.extract.dir=" + directory))
              .map(word -> word.substring(word.indexOf('=') + 1))
              .findFirst()
              .orElseThrow();
      Files.writeString(Path.of(folder, "jffi1.so"), "half");
      signal("KILL", launcherToo ? job.process().pid() : rank);
      assertEquals(137, job.exitCode(), job::toString);
      job.await(() -> directory.toFile().list().length == 0);
    }
  }

  /** Stops a rank, which cannot look for its launcher: the kernel wakes it. */
  @Test
  void noStoppedRankOutlivesTheLauncher() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--grace=1", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      for (long rank : ranks) {
        signal("STOP", rank);
      }
      signal("KILL", job.process().pid());
      for (long rank : ranks) {
        job.await(() -> !LaunchedJob.isAlive(rank));
      }
    }
  }

  @Test
  void noRankOutlivesALauncherThatIsStoppedForGood() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(2, "--jvm-arg=-Darmci.heartbeatTimeout=500ms", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      signal("STOP", job.process().pid());
      for (long rank : ranks) {
        job.await(() -> !LaunchedJob.isAlive(rank));
      }
    }
  }

  @Test
  void noChildOutlivesARankThatIsKilled() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--grace=1", "probe", "child")) {
      List<Long> children = job.awaitLines(2, "child ").stream().map(Long::valueOf).toList();
      signal("KILL", Long.parseLong(job.awaitLines(2, "ready ").getFirst()));
      assertEquals(137, job.exitCode(), job::toString);
      for (long child : children) {
        job.await(() -> !LaunchedJob.isAlive(child));
      }
    }
  }

  /** Leaves no rank that would end the child: the guardian does. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void noChildOutlivesALauncherAndItsOnlyRank(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(1, mode, "probe", "child")) {
      long child = Long.parseLong(job.awaitLines(1, "child ").getFirst());
      long rank = Long.parseLong(job.awaitLines(1, "ready ").getFirst());
      signal("STOP", rank);
      signal("KILL", job.process().pid());
      signal("KILL", rank);
      job.await(() -> !LaunchedJob.isAlive(child));
    }
  }

  /** Uses one agent: of two agents on one host, the one that runs would end all. */
  @Test
  void noAgentThatIsStoppedOutlivesItsLauncher() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(
            Map.of("ARMCI_HEARTBEAT_TIMEOUT", "500ms"), "localhost:2", "probe", "ready")) {
      job.awaitLines(2, "ready ");
      long agent = agent(job).orElseThrow();
      signal("STOP", agent);
      signal("KILL", job.process().pid());
      job.await(() -> !LaunchedJob.isAlive(agent));
    }
  }

  /**
   * Stops an agent that has no guardian yet and no rank that would end it: the launcher's guardian
   * does.
   */
  @Tag("long")
  @Test
  void noAgentThatIsStoppedBeforeItsFirstRankOutlivesItsLauncher() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(Map.of(), "localhost:1", "probe", "ready")) {
      AtomicLong found = new AtomicLong();
      job.await(
          () -> {
            agent(job).ifPresent(found::set);
            return found.get() != 0;
          });
      long agent = found.get();
      signal("KILL", job.process().pid());
      signal("STOP", agent);
      job.await(() -> !LaunchedJob.isAlive(agent));
    }
  }

  /** Stops a rank and also the launcher, which would find the rank silent. */
  @Tag("long")
  @Test
  void noStoppedRankOutlivesALauncherOfAgentsThatIsStoppedForGood() throws Exception {
    Map<String, String> environment =
        Map.of("ARMCI_HEARTBEAT_TIMEOUT", "500ms", "ARMCI_AGENT_TIMEOUT", "1s");
    try (LaunchedJob job = LaunchedJob.run(environment, "localhost:2", "probe", "ready")) {
      List<Long> ranks = job.awaitLines(2, "ready ").stream().map(Long::valueOf).toList();
      signal("STOP", ranks.getLast());
      signal("STOP", job.process().pid());
      for (long rank : ranks) {
        job.await(() -> !LaunchedJob.isAlive(rank));
      }
    }
  }

  /**
   * Returns the agent, if there is one. The launcher has other children, some of which end at once.
   */
  private static OptionalLong agent(LaunchedJob job) {
    return job.family().stream()
        .mapToLong(ProcessHandle::pid)
        .filter(one -> LaunchedJob.commandLine(one).contains("HostAgentMain"))
        .findFirst();
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  private static boolean leavesFiles(long pid) {
    String user = System.getProperty("user.name");
    return Files.exists(Path.of("/tmp/hsperfdata_" + user + "/" + pid))
        || Files.exists(Path.of("/tmp/.java_pid" + pid));
  }

  @Test
  void nobodySeesTheSecret() throws Exception {
    String everything = "--jvm-arg=-Dorg.slf4j.simpleLogger.defaultLogLevel=trace";
    try (LaunchedJob job = LaunchedJob.run(2, everything, "probe", "secret")) {
      String secret = job.awaitLines(2, "secret ").getFirst();
      assertEquals(64, secret.length());
      assertFalse(job.errors().contains(secret), "in the log");
      List<ProcessHandle> family = job.family();
      assertEquals(2, family.size());
      for (long pid : new long[] {job.process().pid(), family.get(0).pid(), family.get(1).pid()}) {
        assertFalse(LaunchedJob.commandLine(pid).contains(secret), "command line of " + pid);
        String environment = String.join("\n", LaunchedJob.environment(pid));
        assertFalse(environment.contains(secret), "environment of " + pid);
      }
    }
  }
}
