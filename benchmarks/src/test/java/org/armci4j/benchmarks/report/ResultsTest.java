package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsTest {
  private static final Measurement PUT =
      new Measurement(
          "armci4j", "put", 8, 2, Measurement.NANOS, 7.5, 7, 8, 9, new CallTimes(40, 50, 90));
  private static final Measurement SUM =
      new Measurement("mpich", "allreduce", 4096, 4, Measurement.NANOS, 1e6, 1e5, 2e6, 3e6, null);

  @TempDir private Path folder;

  private static Report report(String suite, Measurement one) {
    Report report = new Report(suite);
    report.add(List.of(one));
    return report;
  }

  @Test
  void readsWhatItWrote() throws IOException {
    Path file = folder.resolve("results.json");
    Results written =
        new Results(
            Map.of("cores", "2"),
            List.of("busy: \"load\" of 3"),
            List.of("mpich is missing"),
            List.of(report("rma", PUT), report("collectives", SUM)));
    written.write(file);
    Results read = Results.read(file);
    assertEquals(written.machine(), read.machine());
    assertEquals(written.warnings(), read.warnings());
    assertEquals(written.remarks(), read.remarks());
    assertEquals(List.of("rma", "collectives"), read.suites().stream().map(Report::suite).toList());
    assertEquals(List.of(PUT), read.suites().getFirst().merged());
    assertEquals(List.of(SUM), read.suites().getLast().merged());
  }

  @Test
  void keepsMedianAndPercentileOfEachRound() throws IOException {
    Report written = report("rma", PUT);
    written.add(
        List.of(new Measurement("armci4j", "put", 8, 2, Measurement.NANOS, 9, 8, 10, 11, null)));
    Path file = folder.resolve("rounds.json");
    JsonReport.write(written, file);
    Report read = Results.read(file).suites().getFirst();
    assertArrayEquals(new double[] {7.5, 9}, read.roundMedians(PUT.key()));
    assertArrayEquals(new double[] {8, 10}, read.roundP90s(PUT.key()));
    assertEquals(written.merged(), read.merged());
  }

  @Test
  void readsTheFileOfOneSuiteToo() throws IOException {
    Path file = folder.resolve("rma.json");
    JsonReport.write(report("rma", PUT), file);
    assertEquals(List.of(PUT), Results.read(file).suites().getFirst().merged());
  }

  @Test
  void aFigureWithoutPercentileHasItsMaximumInstead() throws IOException {
    Path file = folder.resolve("old.json");
    Files.writeString(
        file,
        """
        [{"suite": "rma", "operation": "put", "sizeBytes": 8, "ranks": 2, "subject": "armci4j",
          "unit": "ns", "median": 7.5, "min": 7, "max": 9}]
        """);
    assertEquals(9, Results.read(file).suites().getFirst().merged().getFirst().p90());
  }

  @Test
  void aMissingFileIsAMistakeOfTheUser() {
    Path file = folder.resolve("none.json");
    assertThrows(IllegalArgumentException.class, () -> Results.read(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "no JSON",
        "[{\"suite\": \"rma\"}]",
        "{\"figures\": [{\"suite\": \"rma\", \"operation\": \"put\", \"sizeBytes\": \"x\"}]}",
        "[{\"suite\": \"rma\""
      })
  void refusesAnythingElseInALine(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("odd.json"), text);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Results.read(file));
    assertTrue(refused.getMessage().contains("odd.json"), refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
  }
}
