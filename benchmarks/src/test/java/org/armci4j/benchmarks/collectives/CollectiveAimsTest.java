package org.armci4j.benchmarks.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;

class CollectiveAimsTest {
  private static Measurement figure(
      String subject, String operation, long sizeBytes, int ranks, double nanos) {
    return new Measurement(
        subject, operation, sizeBytes, ranks, Measurement.NANOS, nanos, nanos, nanos);
  }

  private static List<String> lines(Measurement... figures) {
    Report report = new Report("collectives");
    report.add(List.of(figures));
    return new CollectiveAims(report, "mine", List.of("one", "other")).lines();
  }

  @Test
  void comparesWithTheBestPeerOfTheSameSizeAndRanks() {
    List<String> lines =
        lines(
            figure("mine", "allreduce", 512, 2, 10),
            figure("one", "allreduce", 512, 2, 30),
            figure("other", "allreduce", 512, 2, 19),
            figure("other", "allreduce", 512, 4, 5),
            figure("other", "allreduce", 8, 2, 5));
    assertEquals(1, lines.size());
    assertTrue(
        lines.getFirst().matches("NOT MET allreduce +512 bytes, 2 ranks: +1\\.90 times .*"),
        lines.getFirst());
  }

  @Test
  void longVectorsOfTwoRanksNeedOnlyBeEqual() {
    List<String> lines =
        lines(figure("mine", "allreduce", 4096, 2, 10), figure("one", "allreduce", 4096, 2, 10));
    assertTrue(lines.getFirst().startsWith("met"), lines.getFirst());
    assertEquals(1.3, CollectiveAims.aim("allreduce", 4096, 4));
  }

  @Test
  void saysNothingOfWhatHasNoAimOrNoPeer() {
    assertEquals(
        List.of(),
        lines(
            figure("mine", "reduce", 8, 2, 10),
            figure("one", "reduce", 8, 2, 10),
            figure("mine", "scan", 8, 2, 10)));
  }
}
