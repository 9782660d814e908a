package org.armci4j.benchmarks.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;

class StridedAimsTest {
  private static Measurement figure(String subject, String operation, double nanos) {
    return new Measurement(subject, operation, 1, 2, Measurement.NANOS, nanos, nanos, nanos);
  }

  private static List<String> lines(Measurement... figures) {
    Report report = new Report("strided");
    report.add(List.of(figures));
    return new StridedAims(report, "mine", List.of("types", "other"), "types").lines();
  }

  @Test
  void comparesWithTheBestPeer() {
    List<String> lines =
        lines(
            figure("mine", "put-4096x8", 10),
            figure("types", "put-4096x8", 30),
            figure("other", "put-4096x8", 24));
    assertEquals(1, lines.size());
    assertTrue(lines.getFirst().matches("NOT MET put-4096x8 +2\\.40 times .*"), lines.getFirst());
  }

  @Test
  void comparesFacesWithDatatypesAlone() {
    List<String> lines =
        lines(
            figure("mine", "get-face-x-low", 10),
            figure("types", "get-face-x-low", 11),
            figure("other", "get-face-x-low", 9));
    assertTrue(lines.getFirst().matches("met +get-face-x-low +1\\.10 times .*"), lines.getFirst());
  }

  @Test
  void comparesLongRowsWithOneRow() {
    List<String> lines =
        lines(
            figure("mine", "accumulate-contiguous", 82),
            figure("mine", "accumulate-rows-256", 200),
            figure("mine", "accumulate-rows-1024", 100));
    assertEquals(1, lines.size());
    assertTrue(
        lines.getFirst().matches("met +accumulate-rows-1024 +0\\.82 of .*"), lines.getFirst());
  }

  @Test
  void saysNothingWhereAFigureIsMissing() {
    assertEquals(List.of(), lines(figure("mine", "put-256x1024", 10)));
  }
}
