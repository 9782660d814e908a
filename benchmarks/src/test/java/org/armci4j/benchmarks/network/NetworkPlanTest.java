package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
