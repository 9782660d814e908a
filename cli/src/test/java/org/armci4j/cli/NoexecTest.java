package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs jobs where nothing may be executed in the folder for temporary files, as on many systems.
 */
@Tag("long")
class NoexecTest {
  @TempDir static Path directory;

  @BeforeAll
  static void canMount() throws Exception {
    Prerequisite.requireProgram("unshare", "util-linux");
    try (LaunchedJob mount = LaunchedJob.start(Map.of(), inside(".", "true"))) {
      int exitCode = mount.exitCode();
      Prerequisite.require(exitCode == 0, () -> "this host lets nobody mount: " + mount);
    }
  }

  /** Returns words that run a command in a folder, with {@link #directory} mounted noexec. */
  private static List<String> inside(String folder, String... command) {
    String script = "mount -t tmpfs -o noexec none \"$0\" && cd \"$1\" && shift && exec \"$@\"";
    List<String> words =
        new ArrayList<>(List.of("unshare", "--mount", "--map-root-user", "sh", "-c", script));
    words.addAll(List.of(directory.toString(), folder));
    words.addAll(Arrays.asList(command));
    return words;
  }

  private static LaunchedJob hello(String folder, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", "-n2", "--transport=ucx"));
    arguments.add("--jvm-arg=-Djava.io.tmpdir=" + directory);
    arguments.addAll(List.of(options));
    arguments.add("hello");
    return LaunchedJob.armci(Map.of(), inside(folder), arguments);
  }

  @Test
  void theCurrentDirectoryServesInstead() throws Exception {
    try (LaunchedJob job = hello(".")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.output().contains("over ucx"), job::toString);
    }
  }

  @Test
  void whereNoFolderServesTheMessageSaysWhatToChange() throws Exception {
    try (LaunchedJob job = hello(directory.toString())) {
      assertEquals(2, job.exitCode(), job::toString);
      assertTrue(job.lastWord().contains("noexec"), job::errors);
      assertTrue(job.lastWord().contains("--jvm-arg=-Djffi.extract.dir="), job::errors);
      assertFalse(job.lastWord().contains("install"), job::errors);
    }
  }

  @Test
  void whatTheMessageSaysHelps(@TempDir Path other) throws Exception {
    try (LaunchedJob job = hello(directory.toString(), "--jvm-arg=-Djffi.extract.dir=" + other)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.output().contains("over ucx"), job::toString);
    }
  }
}
