package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
  @Test
  void argumentsGiveThePlanBack() {
    NetworkPlan plan = new NetworkPlan(7, 1000, NetworkBenchmark.ONE_SIDED);
    assertEquals(plan, NetworkPlan.parse(plan.toArguments().toArray(String[]::new)));
  }

  /** Main code cannot ask the transport, which it does not need. */
  @Test
  void thePeersBuffersAreAsLongAsOurs() {
    long ours = UcxSettings.TCP_SEGMENT_BYTES.defaultValue() + UcxSettings.SEGMENT_HEADERS_BYTES;
    assertEquals(Long.toString(ours), NetworkPeers.OUR_SEGMENT_BYTES);
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
