package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AimsTest {
  @TempDir Path folder;
  private final Report report = new Report("test");
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private void figure(String subject, String operation, long sizeBytes, double nanos) {
    report.add(
        List.of(
            new Measurement(
                subject, operation, sizeBytes, 2, Measurement.NANOS, nanos, nanos, nanos)));
  }

  private boolean check(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("aims"), List.of(lines));
    return Aims.read(file).check(report, new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  private List<String> said() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void figuresAreComparedWithTheBestPeerByTheFirstLineThatFits() throws IOException {
    figure("armci4j", "put", 8, 20);
    figure("armci4j", "put", 4096, 20);
    figure("mpi", "put", 8, 50);
    figure("mpi", "put", 4096, 25);
    figure("shmem", "put", 8, 40);
    assertTrue(check("# comment", "", "own put <=512 2 0.5 best", "own * * * 0.8 best"));
    assertEquals(
        List.of(
            "met     put of armci4j, 8 bytes, 2 ranks: 0.500 times the time of put of shmem, aim at"
                + " most 0.5",
            "met     put of armci4j, 4096 bytes, 2 ranks: 0.800 times the time of put of mpi, aim"
                + " at most 0.8"),
        said());
  }

  @Test
  void afterAMixThoseFiguresCount() throws IOException {
    figure("armci4j", "put", 8, 10);
    figure("armci4j-mixed", "put", 8, 20);
    assertFalse(check("own * * * 1.25 fresh"));
    assertTrue(said().getFirst().startsWith("NOT MET put of armci4j-mixed"), said()::toString);
    assertTrue(check("own * * * 2 fresh"));
  }

  @Test
  void withoutAMixNoFigureIsComparedWithItself() throws IOException {
    figure("armci4j", "put", 8, 10);
    assertFalse(check("own * * * 1.25 fresh"));
    assertEquals(List.of("no figure has an aim, or what it is compared with is missing"), said());
  }

  @Test
  void aStarStandsForTheSameInTheOther() throws IOException {
    figure("armci4j", "scan-persistent", 8, 11);
    figure("armci4j", "scan", 8, 10);
    figure("armci4j", "rows", 64, 30);
    figure("armci4j", "whole", 1024, 10);
    assertTrue(check("own *-persistent * * 1.1 own:*", "own rows 64 >=2 3 own:whole:1024"));
    assertEquals(2, said().size());
  }

  @Test
  void aShareIsAtLeastItsLimit() throws IOException {
    report.add(List.of(new Measurement("share", "overlap", 8, 2, "1", 0.9, 0.9, 0.9)));
    assertTrue(check("share * * * 0.9 -"));
    assertFalse(check("share * * * 0.95 -"));
  }

  @Test
  void whereNothingIsComparedNothingIsProven() throws IOException {
    figure("armci4j", "put", 8, 20);
    assertFalse(check("own put * * 1 best"));
  }

  @Test
  void whatIsNoAimIsAMistake() {
    assertThrows(IllegalArgumentException.class, () -> check("own put * * 1"));
    assertThrows(IllegalArgumentException.class, () -> check("own put * * one best"));
    assertThrows(IllegalArgumentException.class, () -> check("own put many * 1 best"));
  }
}
