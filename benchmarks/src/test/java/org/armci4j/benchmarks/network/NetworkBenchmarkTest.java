package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every subject that is installed measures, and finds the data of its figures right. */
class NetworkBenchmarkTest {
  @Test
  @Tag("long")
  @Timeout(600)
  void measuresEverySubject(@TempDir Path directory) throws IOException {
    SuiteFigures figures = measure(directory, "--peers", "ucx-c,openmpi-tcp");
    requireNamed(figures.subjects(), "armci4j", "armci4j-heap", "ucx-c", "openmpi-tcp");
    requireNamed(
        figures.operations(),
        "put-fence",
        "fetch-add",
        "get-rows",
        "get-bandwidth",
        "allreduce",
        "allgather");
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void measuresCollectivesThatDoNotWait(@TempDir Path directory) throws IOException {
    SuiteFigures figures = measure(directory, "--peers", "openmpi-tcp", "--nonblocking");
    requireNamed(figures.subjects(), "armci4j", "openmpi-tcp");
    requireNamed(
        figures.operations(),
        "barrier-nb",
        "broadcast-nb",
        "allreduce-nb-uncovered",
        "allgather-nb-uncovered");
  }

  private static SuiteFigures measure(Path directory, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("--ranks", "2", "--sizes", "65536,32768"));
    words.addAll(List.of(more));
    return SuiteFigures.of(NetworkBenchmark::main, directory, words.toArray(String[]::new));
  }

  private static void requireNamed(Set<String> measured, String... names) {
    for (String name : names) {
      assertTrue(measured.contains(name), () -> name + " is not in " + measured);
    }
  }
}
