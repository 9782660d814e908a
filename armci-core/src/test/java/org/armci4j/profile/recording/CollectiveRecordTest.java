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
    CollectiveRecord record = new CollectiveRecord(7, "barrier", true);
    long[] entered = new long[calls];
    for (int call = 0; call < calls; call++) {
      entered[call] = record.enter();
      record.leave(2);
    }
    CollectiveProfile profile = record.profile();
    assertEquals(calls, profile.calls());
    assertEquals(2L * calls, profile.nanos());
    assertTrue(profile.entries().length <= 1024, () -> "kept " + profile.entries().length);
    assertTrue(calls <= 1024 || profile.entries().length > 512, () -> "stride " + profile.stride());
    for (int call = 0; call < calls; call++) {
      long kept = call % profile.stride() == 0 ? entered[call] : Long.MIN_VALUE;
      assertEquals(kept, profile.entry(call), "call " + call);
    }
    assertEquals(Long.MIN_VALUE, profile.entry(calls));
  }
}
