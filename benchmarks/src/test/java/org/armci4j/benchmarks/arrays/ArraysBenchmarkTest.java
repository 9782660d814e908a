package org.armci4j.benchmarks.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ArraysBenchmarkTest {
  @TempDir Path directory;

  @Test
  @Timeout(600)
  void measuresSomeInFreshJvms() throws IOException {
    measures(
        Set.of(
            "put-8x8",
            "put-strided-8x8",
            "get-spread-64x64",
            "scatter-accumulate-1000",
            "fetch-add",
            "sync"),
        "--fresh",
        "--ranks",
        "2");
  }

  /** All operations, after the mix too, and beside the peer if it is installed. */
  @Tag("release")
  @Test
  @Timeout(600)
  void measuresAll() throws IOException {
    Set<String> names = new TreeSet<>();
    ArrayPoints.all(false).forEach(point -> names.add(point.name()));
    measures(names, "--ranks", "4", "--peers", "all");
  }

  private void measures(Set<String> names, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("--peers", "none"));
    words.addAll(List.of(more));
    words.addAll(List.of("--operations", String.join(",", names)));
    Set<String> measured =
        SuiteFigures.of(ArraysBenchmark::main, directory, words.toArray(String[]::new)).timed();
    measured.removeIf(name -> name.startsWith("blas-"));
    assertEquals(new TreeSet<>(names), measured);
  }
}
