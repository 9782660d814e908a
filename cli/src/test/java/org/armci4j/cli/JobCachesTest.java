package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the tests' jobs use their caches. */
class JobCachesTest {
  private final JobCaches caches = LaunchedJob.CACHES;

  /** Requires the launcher's: a JVM with these options ends at once if it cannot use its cache. */
  @ParameterizedTest
  @ValueSource(strings = {"--label", "--threads"})
  void launcherAndRanksUseTheirs(String option) throws Exception {
    List<String> options = new ArrayList<>(caches.options());
    options.add("-XX:AOTMode=on");
    List<String> run = List.of("run", "-n", "2", option, "--jvm-arg=-Xlog:aot", "hello");
    List<String> command = LaunchedJob.command(options, caches.classPath(), run);
    try (LaunchedJob job = LaunchedJob.start(Map.of(), command)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.output().contains("Using AOT-linked classes: true"), job::toString);
    }
  }

  @Test
  void aCacheThatDoesNotFitIsIgnored() throws Exception {
    List<String> options = List.of("-XX:AOTCache=" + JobCaches.RANKS, "-Xlog:aot=off");
    List<String> run = List.of("run", "-n", "2", "hello");
    List<String> command = LaunchedJob.command(options, caches.classPath(), run);
    try (LaunchedJob job = LaunchedJob.start(Map.of(), command)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals("", job.errors());
    }
  }
}
