package org.armci4j.benchmarks.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ColdBenchmarkTest {
  private static final List<String> OPERATIONS = List.of("put-rows", "alltoall");

  @Tag("long")
  @Test
  @Timeout(600)
  void tellsAllFiguresOfEachOperationThatIsAskedFor(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("cold.json");
    ColdBenchmark.main(
        new String[] {
          "--quick",
          "--ranks",
          "2",
          "--operations",
          String.join(",", OPERATIONS),
          "--json",
          json.toString()
        });
    String report = Files.readString(json);
    for (ColdPoint point : ColdPoint.ALL) {
      for (ColdFigure figure : ColdFigure.values()) {
        String name = '"' + figure.nameOf(point) + '"';
        boolean wanted = OPERATIONS.contains(point.operation());
        assertEquals(wanted, report.contains(name), () -> name + " in " + report);
      }
    }
  }
}
