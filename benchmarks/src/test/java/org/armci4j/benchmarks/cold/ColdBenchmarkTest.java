package org.armci4j.benchmarks.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
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
    Set<String> told =
        SuiteFigures.of(
                ColdBenchmark::main,
                directory,
                "--ranks",
                "2",
                "--operations",
                String.join(",", OPERATIONS))
            .operations();
    for (ColdPoint point : ColdPoint.ALL) {
      for (ColdFigure figure : ColdFigure.values()) {
        String name = figure.nameOf(point);
        boolean wanted = OPERATIONS.contains(point.operation());
        assertEquals(wanted, told.contains(name), () -> name + " in " + told);
      }
    }
  }
}
