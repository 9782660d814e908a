package org.armci4j.benchmarks.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MemoryBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresEachNumberOfRanks(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("memory.json");
    MemoryBenchmark.main(
        new String[] {
          "--peers", "none", "--rounds", "1", "--ranks", "1,3", "--json", json.toString()
        });
    List<Measurement> all = Results.read(json).suites().getFirst().merged();
    for (String operation : MemoryBenchmark.OPERATIONS) {
      List<Measurement> figures =
          all.stream().filter(one -> one.operation().equals(operation)).toList();
      assertEquals(List.of(1, 3), figures.stream().map(Measurement::ranks).toList(), operation);
    }
    all.stream()
        .filter(one -> one.ranks() > 1 || !one.operation().contains("shared"))
        .forEach(one -> assertTrue(one.median() > 0, one::toString));
  }
}
