package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that the tests' jobs use their archives of classes. */
class JobArchivesTest {
  private final JobArchives archives = LaunchedJob.ARCHIVES;

  /** Requires the archives: a JVM with these options ends at once if it cannot use its archive. */
  @Test
  void launcherAndRanksUseTheirs() throws Exception {
    List<String> options = new ArrayList<>(archives.options());
    options.add("-XX:AOTMode=on");
    List<String> run = List.of("run", "-n", "2", "--jvm-arg=-Xshare:on", "hello");
    List<String> command = LaunchedJob.command(options, archives.classPath(), run);
    try (LaunchedJob job = LaunchedJob.start(Map.of(), command)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
  }
}
