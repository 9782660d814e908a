package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final Report report = new Report("test");

  private void round(double own, double peer) {
    report.add(List.of(figure("own", own), figure("peer", peer)));
  }

  private static Measurement figure(String subject, double nanos) {
    return new Measurement(subject, "put", 8, 2, Measurement.NANOS, nanos, nanos, nanos);
  }

  /** The ratios are 1, 2 and 0.5; that of the medians of all rounds would be 0.8. */
  @Test
  void figuresAreComparedRoundByRound() {
    round(1, 1);
    round(10, 5);
    round(4, 8);
    List<Measurement> merged = report.merged();
    assertEquals(1, report.ratio(merged.get(0), merged.get(1)));
  }

  @Test
  void aPartHasTheRoundsOfSomeOperations() {
    round(1, 2);
    round(3, 4);
    report.add(List.of(new Measurement("own", "get", 8, 2, Measurement.NANOS, 5, 5, 5)));
    Report part = report.part("other", operation -> operation.equals("put"));
    assertEquals("other", part.suite());
    assertEquals(report.merged().subList(0, 2), part.merged());
    assertArrayEquals(new double[] {1, 3}, part.roundMedians(part.merged().getFirst().key()));
  }

  @Test
  void aRoundThatOneOfTheTwoDidNotComeToDoesNotCount() {
    round(6, 3);
    report.add(List.of(figure("own", 100)));
    List<Measurement> merged = report.merged();
    assertEquals(2, report.ratio(merged.get(0), merged.get(1)));
  }
}
