package org.armci4j.benchmarks.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CollectivesBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresWhatIsAskedFor(@TempDir Path directory) throws IOException {
    String line = "--peers none --ranks 2 --fresh --sizes 4K --operations barrier,allgather,scan";
    SuiteFigures figures =
        SuiteFigures.of(CollectivesBenchmark::main, directory, line.split(" ", -1));
    assertEquals(Set.of("barrier", "allgather", "allgather-fresh", "scan"), figures.timed());
  }
}
