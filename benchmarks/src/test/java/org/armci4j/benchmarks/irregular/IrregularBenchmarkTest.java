package org.armci4j.benchmarks.irregular;

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

class IrregularBenchmarkTest {
  @TempDir Path directory;

  @Test
  @Timeout(600)
  void measuresTheSmallTablesInFreshJvms() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String operation : IrregularPoint.OPERATIONS) {
      names.add(operation + "-8K");
    }
    measures(names, "--fresh", "--ranks", "2", "--peers", "none");
  }

  /** All operations, after the mix too, and beside the peer if it is installed. */
  @Tag("release")
  @Test
  @Timeout(600)
  void measuresAll() throws IOException {
    Set<String> names = new TreeSet<>();
    IrregularBenchmark.points().forEach(point -> names.add(point.name()));
    measures(names, "--ranks", "4", "--peers", "all");
  }

  private void measures(Set<String> names, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(more));
    words.addAll(List.of("--operations", String.join(",", names)));
    SuiteFigures figures =
        SuiteFigures.of(IrregularBenchmark::main, directory, words.toArray(String[]::new));
    assertEquals(new TreeSet<>(names), figures.timed());
  }
}
