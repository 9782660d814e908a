package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One rank fails: what the others, the user and the shell learn. */
class LaunchFailureTest {
  @ParameterizedTest
  @CsvSource({
    "exception, 1, exited with code 1",
    "exit, 3, exited with code 3",
    "close-then-exit, 4, exited with code 4",
    "leave, 1, exited without closing Armci",
    "abort, 1, aborted the job: had enough",
    "KILL, 137, was killed by SIGKILL",
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

  @ParameterizedTest
  @CsvSource({
    "exception, threw java.lang.IllegalStateException: boom",
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
      assertTrue(job.errors().contains("armci: rank 1 called System.exit"), job::errors);
    }
  }

  @ParameterizedTest
  @CsvSource({"--grace=1", "--threads"})
  void timeIsLimited(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "--timeout", "0.7", "probe", "ready")) {
      assertEquals(124, job.exitCode(), job::toString);
      assertEquals(
          "armci: the job took longer than 0.7 s (--timeout); the job was ended", job.lastWord());
    }
  }
}
