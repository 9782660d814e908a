package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starts jobs of many more ranks than cores, however long their JVMs take together. */
@Tag("long")
class CrowdedStartTest {
  /** Far more than the jobs take on an idle machine. */
  private static final long LIMIT_SECONDS = 1800;

  @BeforeAll
  static void requirePrograms() {
    Prerequisite.requireProgram("taskset", "util-linux");
  }

  @Test
  void ranksThatShareTwoCoresStart() throws Exception {
    start(64);
  }

  @Test
  @Tag("release")
  void manyRanksThatShareTwoCoresStart() throws Exception {
    start(128);
  }

  private static void start(int ranks) throws Exception {
    List<String> arguments =
        List.of(
            "run",
            "--ranks=" + ranks,
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "--jvm-arg=-Xmx32m", // all of them together take some 8 GB
            "hello");
    try (LaunchedJob job =
        LaunchedJob.armci(Map.of(), List.of("taskset", "-c", "0,1"), arguments)) {
      assertEquals(0, job.exitCode(LIMIT_SECONDS), job::toString);
      Set<String> expected =
          IntStream.range(0, ranks)
              .mapToObj(rank -> "Hello from rank " + rank + " of " + ranks + " over shm")
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(expected, new TreeSet<>(job.outputLines()), job::toString);
    }
  }
}
