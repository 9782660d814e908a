package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which times of a collective's calls are kept. */
class CollectiveRecordTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 17, 1023, 1024, 1025, 2048, 2049, 50_000})
  void timesAreKeptAtEvenDistances(int calls) {
    CollectiveRecord record =
        new CollectiveRecord(7, 2, "broadcast", CollectiveFlow.FROM_ROOT, 0, true);
    long[] entered = new long[calls];
    for (int call = 0; call < calls; call++) {
      entered[call] = record.enter(call % 7);
      record.leave(entered[call] + 2, 2);
    }
    CollectiveProfile profile = record.profile();
    assertEquals(calls, profile.calls());
    assertEquals(2L * calls, profile.nanos());
    assertTrue(profile.entries().length <= 1024, () -> "kept " + profile.entries().length);
    assertTrue(calls <= 1024 || profile.entries().length > 512, () -> "stride " + profile.stride());
    for (int call = 0; call < calls; call++) {
      int at = profile.index(call);
      assertEquals(call % profile.stride() == 0, at >= 0, "call " + call);
      if (at >= 0) {
        assertEquals(entered[call], profile.entries()[at], "call " + call);
        assertEquals(entered[call] + 2, profile.exits()[at], "call " + call);
        assertEquals(call % 7, profile.roots()[at], "call " + call);
      }
    }
    assertEquals(-1, profile.index(calls));
  }
}
