package org.armci4j.benchmarks.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;

class VerbsAimsTest {
  @Test
  void aimsAreMetOrNot() {
    Report report = new Report("verbs");
    report.add(
        List.of(
            figure("armci4j", "put-latency", 8, 1200),
            figure("perftest", "put-latency", 8, 1000),
            figure("armci4j", "get-bandwidth", 65536, 1100),
            figure("perftest", "get-bandwidth", 65536, 1000)));
    List<String> lines = VerbsAims.lines(report, "armci4j", "perftest", "openmpi");
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).startsWith("met     put-latency"), lines.get(0));
    assertTrue(lines.get(1).startsWith("NOT MET get-bandwidth"), lines.get(1));
  }

  private static Measurement figure(String subject, String operation, long bytes, double nanos) {
    return new Measurement(subject, operation, bytes, 2, Measurement.NANOS, nanos, nanos, nanos);
  }
}
