package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
  @Test
  void argumentsGiveThePlanBack() {
    NetworkPlan plan = new NetworkPlan(7, 1000, NetworkBenchmark.ONE_SIDED);
    assertEquals(plan, NetworkPlan.parse(plan.toArguments().toArray(String[]::new)));
  }

  @Test
  void samplesGiveTheirQuantiles() {
    Samples samples = new Samples(5);
    for (long nanos : new long[] {50, 10, 1000, 30, 20}) {
      samples.add(nanos);
    }
    assertEquals(30, samples.quantile(0.5));
    assertEquals(10, samples.quantile(0));
    assertEquals(1000, samples.quantile(0.99));
  }

  @Test
  void aimsAreMetOrNot() {
    Report report = new Report("network");
    report.add(
        List.of(
            figure("armci4j", "put-fence", 1090),
            figure(NetworkPeers.UCX, "put-fence", 1000),
            figure(NetworkPeers.MPI, "put-fence", 1000),
            figure(NetworkPeers.UCX, "word-puts", 1900),
            figure("armci4j", "put-rows", 100)));
    List<String> lines = NetworkAims.lines(report, "armci4j");
    assertEquals(3, lines.size());
    assertTrue(lines.get(0).startsWith("met     put-fence"), lines.get(0));
    assertTrue(lines.get(1).startsWith("NOT MET put-fence"), lines.get(1));
    assertTrue(lines.get(2).startsWith("NOT MET put-rows"), lines.get(2));
  }

  private static Measurement figure(String subject, String operation, double nanos) {
    return new Measurement(subject, operation, 8, 2, Measurement.NANOS, nanos, nanos, nanos);
  }
}
