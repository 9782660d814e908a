package org.armci4j.benchmarks.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusyHostTest {
  private static final BusyHost IDLE = new BusyHost(0.1, 1000, 50);

  @TempDir private Path proc;

  private static List<Report> figures(int steady, int spread) {
    List<Measurement> all = new ArrayList<>();
    for (int i = 0; i < steady + spread; i++) {
      double p90 = i < steady ? 14 : 16;
      all.add(new Measurement("armci4j", "put", i, 2, Measurement.NANOS, 12, 10, p90, 90, null));
      all.add(new Measurement("peer", "put", i, 2, Measurement.NANOS, 12, 1, 90, 90, null));
    }
    Report report = new Report("rma");
    report.add(all);
    return List.of(report);
  }

  @Test
  void readsLoadAndTicks() throws IOException {
    Files.writeString(proc.resolve("loadavg"), "1.25 0.50 0.10 1/200 1234\n");
    Files.writeString(
        proc.resolve("stat"), "cpu  10 1 20 300 4 5 6 7 100 200\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    assertEquals(new BusyHost(1.25, 353, 7), BusyHost.read(proc));
  }

  @Test
  void knowsNothingOfAHostWithoutThoseFiles() {
    assertEquals(new BusyHost(0, 0, 0), BusyHost.read(proc));
  }

  @Test
  void anIdleHostGivesNoWarning() {
    assertEquals(List.of(), IDLE.warnings(new BusyHost(2, 2000, 59), figures(8, 2)));
    assertEquals(List.of(), IDLE.warnings(IDLE, List.of()));
  }

  @Test
  void warnsOfLoadBeforeTheFirstMeasurement() {
    List<String> warnings = new BusyHost(0.5, 0, 0).warnings(new BusyHost(0, 9, 0), List.of());
    assertEquals(1, warnings.size());
    assertTrue(warnings.getFirst().contains("load of 0.5"), warnings.getFirst());
  }

  @Test
  void warnsOfStolenTime() {
    List<String> warnings = IDLE.warnings(new BusyHost(0, 2000, 80), List.of());
    assertEquals(
        List.of("The host of this virtual machine gave 3 % of its time to others."), warnings);
  }

  @Test
  void warnsOfSpread() {
    List<String> warnings = IDLE.warnings(new BusyHost(0, 2000, 50), figures(7, 3));
    assertEquals(1, warnings.size());
    assertTrue(warnings.getFirst().contains("in 3 of 10 figures"), warnings.getFirst());
  }
}
