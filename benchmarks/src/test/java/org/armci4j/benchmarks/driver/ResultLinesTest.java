package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultLinesTest {
  @Test
  void readsResultsAndPassesOverALibrarysChatter() {
    ResultLines results =
        ResultLines.parse(
            "openmpi-rma",
            4,
            List.of("WARNING: no openib", "result put 8 25.5 24.000 31", "", "end", "crash"));
    assertEquals(
        List.of(new Measurement("openmpi-rma", "put", 8, 4, Measurement.NANOS, 25.5, 24, 31)),
        results.measurements());
    assertTrue(results.isComplete());
  }

  @Test
  void notesAreKept() {
    ResultLines results =
        ResultLines.parse("armci4j", 2, List.of("note not warm", "noted elsewhere", "end"));
    assertEquals(List.of("not warm"), results.notes());
  }

  @Test
  void unitsAndSubjectsAreNamedAndWhatCameTooEarlyDoesNotCount() {
    List<String> lines =
        List.of("result R12-put 8 9 9 9", "warm", "result R12-put 8 0.5 0.4 0.6 unit=1 by=share");
    assertEquals(
        List.of(new Measurement("share", "R12-put", 8, 2, "1", 0.5, 0.4, 0.6)),
        ResultLines.parse("armci4j", 2, lines).measurements());
    assertEquals("put-list-not-covered", ResultLines.word("put list, not covered"));
  }

  @Test
  void readsGarbageAsAFigureOfItsOwn() {
    List<Measurement> measurements =
        ResultLines.parse("armci4j", 2, List.of("result get 64 6 5 7 24")).measurements();
    assertEquals(
        List.of(
            new Measurement("armci4j", "get", 64, 2, Measurement.NANOS, 6, 5, 7),
            new Measurement("armci4j", "get-allocation", 64, 2, Measurement.BYTES, 24, 24, 24)),
        measurements);
  }

  @Test
  void readsThePercentile() {
    assertEquals(
        List.of(new Measurement("a", "get", 64, 2, Measurement.NANOS, 6, 5, 6.5, 7, null)),
        ResultLines.parse("a", 2, List.of("result get 64 6 5 7 p90=6.5")).measurements());
  }

  @Test
  void readsThePercentilesOfSingleCalls() {
    CallTimes calls = new CallTimes(40, 60.5, 900);
    assertEquals(
        List.of(new Measurement("a", "get", 64, 2, Measurement.NANOS, 6, 5, 6.5, 7, calls)),
        ResultLines.parse("a", 2, List.of("result get 64 6 5 7 p90=6.5 calls=40,60.5,900"))
            .measurements());
  }

  @Test
  void aProgramThatDidNotSayThatItCameToItsEndDidNot() {
    assertFalse(ResultLines.parse("a", 2, List.of("result put 8 1 1 1")).isComplete());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"result put 8 1 1", "result put eight 1 1 1", "result put 8 1 1 x", "result "})
  void refusesAResultThatIsNone(String line) {
    assertThrows(
        IllegalArgumentException.class, () -> ResultLines.parse("a", 2, List.of(line, "end")));
  }
}
