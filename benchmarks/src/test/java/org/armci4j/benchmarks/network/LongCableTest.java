package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.armci4j.benchmarks.irregular.IrregularBenchmark;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LongCableTest {
  private static final int DELAY_MICROS = 2000;

  /** Half of the words are at the other rank, and each of these crosses the cable twice. */
  @Test
  @Tag("long")
  @Timeout(600)
  void delaysEachPacket(@TempDir Path directory) throws IOException {
    SuiteFigures figures =
        SuiteFigures.of(
            IrregularBenchmark::main,
            directory,
            "--between-hosts",
            "--delay=" + DELAY_MICROS,
            "--ranks=2",
            "--fresh",
            "--operations=gather-8K");
    double nanos =
        figures.all().stream()
            .filter(one -> one.unit().equals("ns"))
            .mapToDouble(one -> one.median())
            .min()
            .orElseThrow();
    assertTrue(nanos > 0.9 * 1000 * DELAY_MICROS, () -> nanos + " ns a word");
  }
}
