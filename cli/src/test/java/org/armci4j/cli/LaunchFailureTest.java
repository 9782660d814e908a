package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails one rank: what do the others, the user and the shell learn? */
class LaunchFailureTest {
  static final Set<String> PROGRAMS_WITH_OPTIONS =
      Set.of(
          "bfs",
          "cg",
          "conformance",
          "contracts",
          "gather",
          "histogram",
          "mg",
          "paths",
          "permutation",
          "permute",
          "soak",
          "summa",
          "survivors",
          "toposort",
          "traffic",
          "transpose",
          "triangles");

  private static final int SIGALRM = 14;

  /** Rank 1 alone finds a mistake in its options. */
  private static final String UNEVEN =
      """
      import org.armci4j.*;
      import org.armci4j.bootstrap.Membership;
      import org.armci4j.examples.options.*;

      public class Uneven {
        public static void main(String[] args) {
          ProgramOptions.read("uneven", "usage", args, Uneven::check)
              .ifPresent(_ -> Armci.open().close());
        }

        private static String check(ProgramOptions options) {
          if (Membership.current().rank() == 1) {
            throw new OptionException("not here");
          }
          return "";
        }
      }
      """;

  @TempDir private Path folder;

  @Tag("long")
  @ParameterizedTest
  @FieldSource("PROGRAMS_WITH_OPTIONS")
  void anUnknownOptionIsToldInALine(String program) throws Exception {
    isToldInALine(program, List.of("run", "-n", "1", program, "--unknown"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "cold", "collectives", "launch", "rma", "strided", "verbs"})
  @Tag("long")
  void anUnknownOptionOfASuiteToo(String suite) throws Exception {
    isToldInALine("bench " + suite, List.of("bench", suite, "--unknown"));
  }

  @Test
  void ranksTellAnUnknownOptionOnce() throws Exception {
    isToldInALine("contracts", List.of("run", "-n", "2", "contracts", "--unknown"));
  }

  @Test
  void aMistakeOfOneRankEndsTheJob() throws Exception {
    String program = Files.writeString(folder.resolve("Uneven.java"), UNEVEN).toString();
    Map<String, String> cache = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    List<String> words = List.of("run", "-n", "2", "--timeout", "60", program);
    try (LaunchedJob job = LaunchedJob.armci(cache, words)) {
      assertEquals(2, job.exitCode(), job::toString);
      assertTrue(job.errors().lines().anyMatch("armci: uneven: not here"::equals), job::errors);
    }
  }

  private static void isToldInALine(String name, List<String> words) throws Exception {
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(2, job.exitCode(), job::toString);
      assertTrue(
          job.errors().matches("armci: " + name + ": .*'--unknown'.*--help.*\\R"), job::errors);
      assertEquals("", job.output(), job::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "exit, 3, exited with code 3",
    "KILL, 137, was killed by SIGKILL",
  })
  void aFailureIsTheJobs(String how, int exitCode, String reason) throws Exception {
    theFirstFailureIsTheJobs(how, exitCode, reason);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "exception, 1, exited with code 1",
    "leave, 1, exited without closing Armci",
    "close-then-exit, 4, exited with code 4",
    "abort, 1, aborted the job: had enough",
    "TERM, 143, was killed by SIGTERM",
  })
  void theFirstFailureIsTheJobs(String how, int exitCode, String reason) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, "probe", "fail", "1", how)) {
      assertEquals(exitCode, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord().matches("armci: rank 1 \\(pid \\d+\\) " + reason + "; the job was ended"),
          job::errors);
      for (int other : new int[] {0, 2}) {
        assertTrue(job.output().contains("rank " + other + " was told: rank 1 "), job::toString);
      }
    }
  }

  @Test
  void anExceptionShowsWhereAndOfWhichRank() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "probe", "nonsense")) {
      assertEquals(1, job.exitCode());
      assertTrue(
          job.errors()
              .matches(
                  "(?s).*Exception in rank [01]: java.lang.IllegalArgumentException: nonsense\\R"
                      + "\tat .*"),
          job::errors);
      assertFalse(job.errors().contains("RankMain"), job::errors);
    }
  }

  @Test
  void oneOfTheThreadsThatThrowsIsNamed() throws Exception {
    oneOfTheThreadsThatFailsIsNamed("exception", "threw java.lang.IllegalStateException: boom");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "return, ended without closing Armci",
    "abort, had enough",
  })
  void oneOfTheThreadsThatFailsIsNamed(String how, String reason) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, "--threads", "probe", "fail", "1", how)) {
      assertEquals(1, job.exitCode(), job::toString);
      assertEquals("armci: rank 1 " + reason + "; the job was ended", job.lastWord());
      assertTrue(job.output().contains("rank 2 was told: rank 1 " + reason), job::toString);
    }
  }

  @Test
  void oneOfTheThreadsThatExitsIsNamed() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, "--threads", "probe", "fail", "1", "exit")) {
      assertEquals(3, job.exitCode(), job::toString);
      assertEquals("armci: rank 1 exited with code 3; the job was ended", job.lastWord());
      assertTrue(job.output().contains("rank 2 was told: rank 1 exited with code 3"), job::output);
    }
  }

  /** Lets the ranks that exit first end well. */
  @ParameterizedTest
  @ValueSource(strings = {"--grace=5", "--threads"})
  void anExitIsOneRanks(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, mode, "--stdin=all", "probe", "exit-each")) {
      job.awaitLines(2, "exits ");
      job.input("go on\n");
      assertEquals(3, job.exitCode(), job::toString);
      assertTrue(
          job.lastWord().matches("armci: rank 2 (\\(.*\\) )?exited with code 3; the job was ended"),
          job::errors);
    }
  }

  @Test
  void graceIsForShutdownHooksToo() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(2, "--grace=60", "probe", "hook-behind-failure", "1500")) {
      assertEquals(3, job.exitCode(), job::toString);
      assertEquals(List.of("saving 0", "saved 0"), job.outputLines());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=5", "--threads"})
  void anExceptionOfAnyThreadIsAFailure(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "probe", "worker")) {
      assertEquals(1, job.exitCode(), job::toString);
      assertTrue(
          job.errors().contains("Exception in rank 1: java.lang.IllegalStateException: boom"),
          job::errors);
      assertTrue(
          job.lastWord().matches("armci: rank 1 (\\(.*\\) )?.*; the job was ended"), job::errors);
    }
  }

  @Test
  void aSettingThatCannotBeReadIsToldInALine() throws Exception {
    whatAUserCanMendIsToldInALine(
        "--grace=5",
        "--jvm-arg=-Darmci.waitSpins=x",
        "setting waitSpins: 'x' from system property");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "--grace=5, --transport=local, 'transport local, named by --transport, cannot be used: it '",
    "--threads, --jvm-arg=-Darmci.waitSpins=x, setting waitSpins: 'x' from system property",
    "--grace=5, --env=ARMCI_SHM_DIRECTORY=/proc/self, cannot reserve ",
  })
  void whatAUserCanMendIsToldInALine(String mode, String option, String message) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, mode, option, "probe", "mutex")) {
      assertEquals(2, job.exitCode(), job::toString);
      assertEquals(1, job.errors().lines().count(), job::toString);
      assertTrue(job.errors().startsWith("armci: " + message), job::errors);
    }
  }

  /**
   * Lowers the limit: the JVM of a test keeps all archives of its class path open, so that the
   * lower one may leave it too few files to read the limit itself.
   */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"66", "90"})
  void tooFewOpenFilesAreToldInALine(int limit) throws Exception {
    List<String> prlimit = List.of("prlimit", "--nofile=" + limit + ":" + limit);
    List<String> hello = List.of("run", "--ranks=8", "-cp", LaunchedJob.testClasses(), "hello");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), prlimit, hello)) {
      assertEquals(1, job.exitCode(), job::toString);
      assertEquals(1, job.errors().lines().count(), job::toString);
      assertTrue(
          job.errors()
              .matches(
                  "armci: (a process may open "
                      + limit
                      + " files, and 8 ranks .* need \\d+|this process cannot read how many files"
                      + " it may open .*): raise .*ulimit -n \\d+\\)\\R"),
          job::errors);
    }
  }

  @Test
  void timeIsLimited() throws Exception {
    timeIsLimited("--grace=1");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource("--threads")
  void timeIsLimited(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "--timeout", "0.7", "probe", "ready")) {
      assertEquals(124, job.exitCode(), job::toString);
      assertEquals(
          "armci: the job took longer than 0.7 s (--timeout); the job was ended", job.lastWord());
    }
  }

  /** Waits until a whole stall report has these words. */
  private static void awaitReportOf(LaunchedJob job, String words) {
    job.await(
        () -> {
          int at = job.errors().indexOf(words);
          return at >= 0 && job.errors().indexOf("end of the stall report", at) >= 0;
        });
  }

  @Test
  void aStallReportTellsWhoWaitsForWhomAndItsStacks() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, "--stall", "0.5", "probe", "stall", "1")) {
      // The first report may come before all ranks have joined.
      awaitReportOf(job, "exchange 'never' waits for ranks [1]");
      awaitReportOf(job, "waits for no other rank");
      assertTrue(job.errors().contains("(--stall)"), job::errors);
      assertTrue(
          job.errors()
              .matches("(?s).*rank 0 on .*has waited [^\\n]* for exchange 'never'\\R +at .*"),
          job::errors);
      assertTrue(
          job.errors().matches("(?s).*rank 1 on .*waits for no other rank\\R +at .*"), job::errors);
      assertTrue(job.errors().contains("Probe.stall"), job::errors);
    }
  }

  @Test
  void ranksOfOneJvmTellWhyTheyDoNotGoOnToo() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(3, "--threads", "--stall", "0.5", "probe", "stall", "1")) {
      awaitReportOf(job, "waits for no other rank");
      String report = job.errors();
      assertTrue(report.contains(" has waited for more than 0.5 s (--stall)"), report);
      assertTrue(
          report.matches(
              "(?s).*rank 0:\\R[^:]*: has waited [^\\n]* for exchange 'never'\\R +at .*"),
          report);
      assertTrue(
          report.matches("(?s).*rank 1:\\R[^:]*: waits for no other rank\\R +at .*"), report);
    }
  }

  @Test
  void aStallReportTellsOfMutexes() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--stall", "1", "probe", "mutex")) {
      job.await(() -> job.errors().contains("end of the stall report"));
      String report = job.errors();
      assertTrue(report.contains("  holds mutex 0 of rank 1, thread main"), report);
      assertTrue(report.contains("  wants mutex 0 of rank 1, behind rank 0, thread main"), report);
      assertTrue(
          report.matches("(?s).*waited \\d\\.\\d s for mutex 0 of rank 1, behind rank 0.*"),
          report);
      assertTrue(
          report.matches("(?s).*at org.armci4j.Mutexes.lock.*at org.armci4j.cli.Probe.mutex.*"),
          report);
    }
  }

  /** Returns whether the launcher handles the signal. Before that its JVM prints its own stacks. */
  private static boolean isPrepared(long launcher) {
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc/" + launcher + "/task"))) {
      for (Path task : tasks) {
        if (Files.readString(task.resolve("comm")).startsWith("armci-signals")) {
          return false;
        }
      }
      String caught =
          Files.readString(Path.of("/proc/" + launcher + "/status"))
              .replaceAll("(?s).*SigCgt:\\s+([0-9a-f]+).*", "$1");
      return (Long.parseUnsignedLong(caught, 16) >> (SIGALRM - 1) & 1) == 1;
    } catch (IOException | DirectoryIteratorException threadThatHasEnded) {
      return false;
    }
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"QUIT", "ALRM"})
  void aStallReportComesOnASignal(String signal) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "--grace=1", "probe", "stall", "1")) {
      job.await(() -> job.outputLines().size() == 2 && isPrepared(job.process().pid()));
      new ProcessBuilder("kill", "-" + signal, "" + job.process().pid()).start().waitFor();
      job.await(() -> job.errors().contains("end of the stall report"));
      assertTrue(job.errors().contains("stall report: asked for by a signal"), job::errors);
      assertTrue(job.errors().contains("for exchange 'never'"), job::errors);
      assertTrue(job.process().isAlive());
    }
  }
}
