package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
  private static Measurement nanos(
      String subject, String operation, long sizeBytes, double median) {
    return new Measurement(
        subject, operation, sizeBytes, 2, Measurement.NANOS, median, median / 2, median * 2);
  }

  @Test
  void marksTheBestPeerAndTellsHowManyTimesFasterThisSystemIs() {
    Report report = new Report("rma");
    report.add(
        List.of(
            nanos("armci4j", "put", 8, 8),
            new Measurement("armci4j", "put-allocation", 8, 2, Measurement.BYTES, 0.5, 0, 1),
            nanos("armci4j", "put", 4096, 40.96),
            nanos("armci4j", "cache-line", 8, 50)));
    report.add(List.of(nanos("a", "put", 8, 32), nanos("a", "put", 4096, 20.48)));
    report.add(List.of(nanos("b", "put", 8, 24), nanos("b", "put", 4096, 1234.4)));
    assertEquals(
        """
        operation   bytes  ranks  armci4j ns   min   max  GB/s  B/op   a ns   b ns  times faster
        put             8      2        8.00  4.00  16.0     -  0.50   32.0  24.0*          3.00
        put          4096      2        41.0  20.5  81.9   100     -  20.5*  1,234          0.50
        cache-line      8      2        50.0  25.0   100     -     -      -      -             -
        """,
        new ComparisonTable(report, "armci4j", List.of("a", "b")).toString());
  }

  @Test
  void hasNoColumnsForPeersWithoutPeers() {
    Report report = new Report("rma");
    report.add(List.of(nanos("armci4j", "barrier", 0, 99.96)));
    assertEquals(
        """
        operation  bytes  ranks  armci4j ns   min  max  GB/s  B/op
        barrier        0      2       100.0  50.0  200     -     -
        """,
        new ComparisonTable(report, "armci4j", List.of()).toString());
  }

  @Test
  void comparesThePeersWithWhatIsLeftAfterTheMix() {
    Report report = new Report("rma");
    report.add(List.of(nanos("armci4j", "put", 8, 8), nanos("armci4j", "barrier", 0, 100)));
    report.add(List.of(nanos("armci4j-mixed", "put", 8, 12), nanos("a", "put", 8, 24)));
    report.add(List.of(nanos("armci4j-mixed", "barrier", 0, 125)));
    assertEquals(
        """
        operation  bytes  ranks  armci4j ns   min   max  GB/s  B/op  mixed ns  mixed/fresh   a ns  times faster
        put            8      2        8.00  4.00  16.0     -     -      12.0         1.50  24.0*          2.00
        barrier        0      2         100  50.0   200     -     -       125         1.25      -             -
        """,
        new ComparisonTable(report, "armci4j", List.of("a")).toString());
  }

  @Test
  void comparesArraysWithNativeMemory() {
    Report report = new Report("network");
    report.add(List.of(nanos("armci4j", "put", 8, 8), nanos("armci4j", "barrier", 0, 100)));
    report.add(List.of(nanos("armci4j-heap", "put", 8, 10), nanos("a", "put", 8, 24)));
    assertEquals(
        """
        operation  bytes  ranks  armci4j ns   min   max  GB/s  B/op  heap ns  heap/native   a ns  times faster
        put            8      2        8.00  4.00  16.0     -     -     10.0         1.25  24.0*          3.00
        barrier        0      2         100  50.0   200     -     -        -            -      -             -
        """,
        new ComparisonTable(report, "armci4j", List.of("a")).toString());
  }

  /** A form of this system is no peer, whether there are peers or not. */
  @Test
  void aFormOfItsOwnHasARatioAndIsNoPeer() {
    Report report = new Report("applications");
    report.add(List.of(nanos("armci4j", "mg", 0, 100), nanos("armci4j", "cg", 0, 100)));
    report.add(List.of(nanos("armci4j-messages", "mg", 0, 125), nanos("a", "mg", 0, 200)));
    report.add(List.of(nanos("armci4j-messages", "cg", 0, 150)));
    assertEquals(
        """
        operation  bytes  ranks  armci4j ns   min  max  GB/s  B/op  messages ns  messages/plain  a ns  times faster
        mg             0      2         100  50.0  200     -     -          125            1.25  200*          2.00
        cg             0      2         100  50.0  200     -     -          150            1.50     -             -
        """,
        new ComparisonTable(report, "armci4j", List.of("armci4j-messages", "a")).toString());
  }

  @Test
  void whatWasMeasuredInFreshJvmsOnlyIsComparedAsItIs() {
    Report report = new Report("rma");
    report.add(List.of(nanos("armci4j", "put", 8, 8)));
    assertEquals("armci4j", Variant.decisive(report, "armci4j"));
  }
}
