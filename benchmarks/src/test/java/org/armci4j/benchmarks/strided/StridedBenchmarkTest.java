package org.armci4j.benchmarks.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StridedBenchmarkTest {
  @TempDir Path directory;

  @Test
  @Timeout(600)
  void measuresOneInFreshJvms() throws IOException {
    measures(List.of("accumulate-rows-64"), "--fresh");
  }

  @Tag("long")
  @Test
  @Timeout(600)
  void measuresWhatIsAskedFor() throws IOException {
    measures(List.of("put-4096x8", "get-face-x-low", "accumulate-rows-64"));
  }

  private void measures(List<String> operations, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(more));
    words.addAll(List.of("--peers", "none", "--ranks", "2"));
    words.addAll(List.of("--operations", String.join(",", operations)));
    Set<String> measured =
        SuiteFigures.of(StridedBenchmark::main, directory, words.toArray(String[]::new))
            .operations();
    Set<String> expected = new HashSet<>();
    for (String operation : operations) {
      expected.add(operation);
      expected.add(operation + "-allocation");
    }
    assertEquals(expected, measured);
  }
}
