package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a host with the longest name that the kernel allows, which UCX cannot bear. */
@Tag("long")
class HostNameTest {
  private static final String NAME = "h".repeat(64);

  @BeforeAll
  static void canBeNamed() throws Exception {
    Prerequisite.requireProgram("unshare", "util-linux");
    try (LaunchedJob named = LaunchedJob.start(Map.of(), concat(inside(), List.of("true")))) {
      int exitCode = named.exitCode();
      Prerequisite.require(exitCode == 0, () -> "nobody may name a host here: " + named);
    }
  }

  private static List<String> inside() {
    String script = "hostname " + NAME + " && exec \"$0\" \"$@\"";
    return List.of("unshare", "--uts", "--map-root-user", "sh", "-c", script);
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static LaunchedJob armci(String... arguments) throws IOException {
    return LaunchedJob.armci(Map.of(), inside(), List.of(arguments));
  }

  @Test
  void infoSaysWhyUcxCannotBeUsed() throws Exception {
    try (LaunchedJob info = armci("info")) {
      assertEquals(0, info.exitCode(), info::toString);
      assertTrue(info.output().contains("64 characters"), info::toString);
    }
  }

  @Test
  void aJobOverUcxIsRefusedAndOthersRun() throws Exception {
    try (LaunchedJob job = armci("run", "-n2", "--transport=ucx", "hello")) {
      assertEquals(2, job.exitCode(), job::toString);
      assertTrue(job.lastWord().contains("64 characters"), job::errors);
    }
    try (LaunchedJob job = armci("run", "-n2", "hello")) {
      assertEquals(0, job.exitCode(), job::toString);
    }
  }
}
