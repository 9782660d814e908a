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
    SuiteFigures figures =
        measure(directory, "ucx-c,openmpi-tcp", Set.of("put-fence", "get-bandwidth"));
    requireNamed(figures.subjects(), Set.of("armci4j", "armci4j-heap", "ucx-c", "openmpi-tcp"));
  }

  @Test
  @Tag("release")
  @Timeout(600)
  void measuresCollectivesThatDoNotWait(@TempDir Path directory) throws IOException {
    SuiteFigures figures =
        measure(directory, "openmpi-tcp", Set.of("allgather-nb-uncovered"), "--nonblocking");
    requireNamed(figures.subjects(), Set.of("armci4j", "openmpi-tcp"));
  }

  /** Goes the way of those that do not wait. */
  @Test
  @Tag("release")
  @Timeout(600)
  void measuresCollectives(@TempDir Path directory) throws IOException {
    SuiteFigures figures = measure(directory, "openmpi-tcp", Set.of("allreduce"));
    requireNamed(figures.subjects(), Set.of("armci4j", "openmpi-tcp"));
  }

  /** Measures some operations, as each costs seconds until its code is compiled. */
  private static SuiteFigures measure(
      Path directory, String peers, Set<String> operations, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("--ranks=2", "--sizes=65536", "--peers=" + peers));
    words.add("--operations=" + String.join(",", operations));
    words.addAll(List.of(more));
    SuiteFigures figures =
        SuiteFigures.of(NetworkBenchmark::main, directory, words.toArray(String[]::new));
    requireNamed(figures.operations(), operations);
    return figures;
  }

  private static void requireNamed(Set<String> measured, Set<String> names) {
    for (String name : names) {
      assertTrue(measured.contains(name), () -> name + " is not in " + measured);
    }
  }
}
