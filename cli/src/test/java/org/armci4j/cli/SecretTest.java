package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a job's secret is where it must be, and nowhere else. */
class SecretTest {
  private static final String EVERYTHING = "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace";

  @TempDir Path directory;

  @Test
  void noLogShowsItHoweverMuchIsLogged() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(Map.of("JDK_JAVA_OPTIONS", EVERYTHING), "localhost:2", "probe", "secret")) {
      String secret = job.awaitLines(2, "secret ").getFirst();
      List<ProcessHandle> ranks = job.family();
      ranks.getLast().destroyForcibly(); // so that the failure is reported and logged
      job.exitCode();
      assertTrue(job.errors().contains(" DEBUG "), job::errors);
      assertFalse(job.errors().contains(secret), job::errors);
      assertFalse(job.errors().contains(secret.substring(0, 16)), job::errors);
    }
  }

  @Test
  void infoTellsTheFileAndNotWhatIsInIt() throws Exception {
    String secret = JobSecret.random().toHex();
    Path file = Files.writeString(directory.resolve("secret"), secret);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    for (List<String> words : List.of(List.of("info"), List.of("info", "--json"))) {
      try (LaunchedJob info =
          LaunchedJob.armci(Map.of("ARMCI_SECRET_FILE", file.toString()), words)) {
        assertEquals(0, info.exitCode(), info::toString);
        assertTrue(info.output().contains(file.toString()), info::output);
        assertFalse(info.toString().contains(secret), info::output);
      }
    }
  }
}
