package org.armci4j.benchmarks.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RmaBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresEveryOperationOnTwoRanks(@TempDir Path directory) throws IOException {
    SuiteFigures figures =
        SuiteFigures.of(
            RmaBenchmark::main, directory, "--peers", "none", "--ranks", "2", "--sizes", "8");
    figures.all().forEach(one -> assertTrue(one.median() >= 0, one::toString));
    Set<String> expected = new HashSet<>(RmaPlan.OPERATIONS);
    RmaPlan.OPERATIONS.forEach(operation -> expected.add(operation + "-allocation"));
    assertEquals(expected, figures.operations());
    assertEquals(Set.of("armci4j", "armci4j-mixed", "armci4j-heap"), figures.subjects());
  }
}
