package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static Measurement put(double median, double min, double max) {
    return new Measurement("armci4j", "put", 8, 2, Measurement.NANOS, median, min, max);
  }

  @Test
  void mergesAnOddNumberOfRoundsToTheMiddleMedianAndTheExtremes() {
    Measurement merged = Measurement.merge(List.of(put(9, 8, 30), put(7, 6, 8), put(100, 7, 200)));
    assertEquals(put(9, 6, 200), merged);
  }

  @Test
  void mergesAnEvenNumberOfRoundsToTheMeanOfTheTwoInTheMiddle() {
    Measurement merged =
        Measurement.merge(List.of(put(4, 4, 4), put(1, 1, 1), put(3, 3, 3), put(2, 2, 2)));
    assertEquals(put(2.5, 1, 4), merged);
  }

  @Test
  void mergesThePercentilesToTheLargest() {
    Measurement one = new Measurement("a", "put", 8, 2, Measurement.NANOS, 5, 4, 6, 9, null);
    Measurement two = new Measurement("a", "put", 8, 2, Measurement.NANOS, 5, 4, 7, 8, null);
    assertEquals(7, Measurement.merge(List.of(one, two)).p90());
  }

  @Test
  void mergesPercentilesOfSingleCallsToTheirMedians() {
    Measurement one = put(5, 4, 6);
    assertNull(Measurement.merge(List.of(one, one)).calls());
    List<Measurement> rounds =
        List.of(
            one,
            calls(new CallTimes(4, 9, 20)),
            calls(new CallTimes(5, 6, 1000)),
            calls(new CallTimes(6, 7, 30)));
    assertEquals(new CallTimes(5, 7, 30), Measurement.merge(rounds).calls());
  }

  private static Measurement calls(CallTimes calls) {
    return new Measurement("armci4j", "put", 8, 2, Measurement.NANOS, 5, 4, 6, 6, calls);
  }

  @Test
  void figuresAreApartWhenNothingUpToThePercentileIsShared() {
    Measurement low = new Measurement("a", "put", 8, 2, Measurement.NANOS, 5, 4, 6, 90, null);
    Measurement high = new Measurement("b", "put", 8, 2, Measurement.NANOS, 8, 6.1, 9, 10, null);
    Measurement between = new Measurement("c", "put", 8, 2, Measurement.NANOS, 8, 6, 9, 10, null);
    assertTrue(low.isApartFrom(high));
    assertTrue(high.isApartFrom(low));
    assertFalse(low.isApartFrom(between));
    Measurement single = put(99, 99, 99);
    assertFalse(low.isApartFrom(single));
    assertFalse(single.isApartFrom(low));
  }

  @Test
  void aSingleRoundIsItself() {
    assertEquals(put(5, 4, 6), Measurement.merge(List.of(put(5, 4, 6))));
  }

  @Test
  void aReportMergesWhatHasTheSameKeyAndKeepsTheRestApart() {
    Report report = new Report("rma");
    Measurement other = new Measurement("armci4j", "put", 8, 4, Measurement.NANOS, 50, 50, 50);
    report.add(List.of(put(1, 1, 1), other));
    report.add(List.of(put(3, 2, 4)));
    assertEquals(List.of(put(2, 1, 4), other), report.merged());
  }
}
