package org.armci4j.benchmarks.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.Test;

class MemoryTableTest {
  private static Measurement figure(String subject, int ranks, long kibibytes) {
    double bytes = kibibytes << 10;
    return new Measurement(subject, "heap", 0, ranks, Measurement.BYTES, bytes, bytes, bytes);
  }

  @Test
  void tellsWhatAFurtherRankAdds() {
    Report report = new Report("memory");
    report.add(
        List.of(
            figure("armci4j", 1, 900),
            figure("armci4j", 2, 1000),
            figure("armci4j", 8, 1012),
            figure("mpich", 2, 300)));
    assertEquals(
        """
        KiB of a rank   system  1 rank  2 ranks  8 ranks  a further rank
        heap           armci4j     900    1,000    1,012            2.00
        heap             mpich       -      300        -               -
        """,
        new MemoryTable(report).toString());
  }

  @Test
  void readsTheStatusOfAProcess() {
    assertEquals(
        new RankMemory(2048L << 10, 12L << 10, 77),
        RankMemory.of(List.of("VmPeak:\t 9 kB", "VmRSS:\t  2048 kB", "RssShmem:\t 12 kB"), 77));
    assertEquals(new RankMemory(0, 0, 5), RankMemory.of(List.of(), 5));
  }

  @Test
  void theMemoryOfThisProcessHoldsItsHeap() {
    RankMemory now = RankMemory.now();
    assertTrue(now.heap() > 0 && now.resident() > now.heap(), now::toString);
  }
}
