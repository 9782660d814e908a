package org.armci4j.benchmarks.failures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FailuresBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresBothKindsOfJobs(@TempDir Path folder) throws IOException {
    SuiteFigures figures =
        SuiteFigures.of(
            FailuresBenchmark::main,
            folder,
            "--ranks",
            "2",
            "--operations",
            "barrier,put,get,allreduce:8,put-by-all:1048576,save:1048576,save-late:1048576");
    assertEquals(Set.copyOf(FailurePoint.OPERATIONS), figures.timed());
    assertEquals(Set.of("continue", "abort"), figures.subjects());
    figures.all().forEach(one -> assertTrue(one.median() >= 0, one::toString));
  }
}
