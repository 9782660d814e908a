package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static Measurement figure(String subject, double median) {
    return figure(subject, "put", median, median * 0.99, median * 1.01);
  }

  private static Measurement figure(
      String subject, String operation, double median, double min, double p90) {
    return new Measurement(
        subject, operation, 8, 2, Measurement.NANOS, median, min, p90, median * 10, null);
  }

  private static Changes changes(List<Measurement> before, List<Measurement> after) {
    return new Changes(results(before), results(after));
  }

  private static Results results(List<Measurement> figures) {
    Report report = new Report("rma");
    report.add(figures);
    return new Results(Map.of(), List.of(), List.of(), List.of(report));
  }

  @Test
  void aSlowerFigureIsARegression() {
    Changes changes = changes(List.of(figure("armci4j", 100)), List.of(figure("armci4j", 150)));
    assertTrue(changes.isRegression());
    assertEquals(
        """
        rma put  8 bytes  2 ranks  armci4j  100 ns  150 ns  SLOWER: 1.50 times the time, noise up to 1.38
        of 1 figures in both runs, 1 are slower and 0 faster beyond noise
        """,
        changes.toString());
  }

  @Test
  void aRunOnABusyMachineIsDoubted() {
    Results busy =
        new Results(
            Map.of(),
            List.of("busy"),
            List.of(),
            results(List.of(figure("armci4j", 100))).suites());
    Results idle = results(List.of(figure("armci4j", 100)));
    assertTrue(
        new Changes(busy, idle)
            .summary()
            .endsWith("; measure again, as the machine was busy in one of the runs"));
    assertTrue(new Changes(idle, busy).summary().contains("measure again"));
    assertFalse(new Changes(idle, idle).summary().contains("measure again"));
  }

  @Test
  void aFasterFigureIsAChangeButNoRegression() {
    Changes changes = changes(List.of(figure("armci4j", 150)), List.of(figure("armci4j", 100)));
    assertEquals(1, changes.all().size());
    assertFalse(changes.isRegression());
  }

  @Test
  void whatRepetitionsDifferIsNoise() {
    Changes changes =
        changes(
            List.of(figure("armci4j", "put", 100, 90, 125)),
            List.of(figure("armci4j", "put", 150, 145, 155)));
    assertEquals(List.of(), changes.all());
  }

  @Test
  void aSmallDifferenceIsNoiseHoweverSteadyBothAre() {
    Changes changes =
        changes(
            List.of(figure("armci4j", "put", 100, 100, 100)),
            List.of(figure("armci4j", "put", 114, 114, 114)));
    assertEquals(List.of(), changes.all());
  }

  @Test
  void whatThePeersShowTooIsAChangeOfTheMachine() {
    Changes changes =
        changes(
            List.of(figure("armci4j", 100), figure("peer", 200)),
            List.of(figure("armci4j", 150), figure("peer", 300)));
    assertEquals(List.of(), changes.all());
  }

  /** The cores of a cloud's machine may be near in one run and far in the other. */
  @Test
  void whatTheCoresShowTooIsAChangeOfTheMachine() {
    Measurement near = figure("armci4j", "cache-line", 30, 29, 31);
    Measurement far = figure("armci4j", "cache-line", 150, 149, 151);
    Measurement quick = figure("armci4j-mixed", "persistent", 100, 99, 101);
    Measurement slow = figure("armci4j-mixed", "persistent", 400, 399, 401);
    assertEquals(List.of(), changes(List.of(near, quick), List.of(far, slow)).all());
    assertTrue(changes(List.of(near, quick), List.of(near, slow)).isRegression());
  }

  @Test
  void farCoresExcuseNoLongCall() {
    Measurement near = figure("armci4j", "cache-line", 30, 29, 31);
    Measurement far = figure("armci4j", "cache-line", 150, 149, 151);
    Measurement quick = figure("armci4j", "mg", 2e9, 1.99e9, 2.01e9);
    Measurement slow = figure("armci4j", "mg", 4e9, 3.99e9, 4.01e9);
    assertTrue(changes(List.of(near, quick), List.of(far, slow)).isRegression());
  }

  @Test
  void aPeerThatBecameFasterMakesNoRegression() {
    Changes changes =
        changes(
            List.of(figure("armci4j", 100), figure("peer", 200)),
            List.of(figure("armci4j", 100), figure("peer", 100)));
    assertEquals(List.of(), changes.all());
  }

  @Test
  void onlyTimesOfThisSystemAreCompared() {
    Measurement garbage =
        new Measurement("armci4j", "put-allocation", 8, 2, Measurement.BYTES, 1, 1, 1);
    Measurement more =
        new Measurement("armci4j", "put-allocation", 8, 2, Measurement.BYTES, 9, 9, 9);
    Measurement rest = figure("armci4j", "allreduce-nb-uncovered", 1, 1, 1);
    Measurement longer = figure("armci4j", "allreduce-nb-uncovered", 9, 9, 9);
    Changes changes =
        changes(
            List.of(garbage, rest, figure("peer", 100)),
            List.of(more, longer, figure("peer", 900)));
    assertEquals("no figure is in both runs", changes.summary());
  }

  @Test
  void figuresOfOneRunAloneAreLeftOut() {
    Changes changes =
        changes(
            List.of(figure("armci4j", "get", 1, 1, 1)), List.of(figure("armci4j", "put", 9, 9, 9)));
    assertEquals("no figure is in both runs", changes.summary());
  }
}
