package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which times of a collective's calls are kept. */
class CollectiveRecordTest {
  private static CollectiveRecord record() {
    CollectiveKind kind = new CollectiveKind(7, 2, "broadcast", CollectiveFlow.FROM_ROOT, 0);
    return new CollectiveRecord(kind, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 17, 1023, 1024, 1025, 2048, 2049, 50_000})
  void timesAreKeptAtEvenDistances(int calls) {
    CollectiveRecord record = record();
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
        assertEquals(entered[call], profile.waits()[at], "call " + call);
        assertEquals(entered[call] + 2, profile.exits()[at], "call " + call);
        assertEquals(call % 7, profile.roots()[at], "call " + call);
      }
    }
    assertEquals(-1, profile.index(calls));
  }

  /**
   * Three are under way at a time; the second of each three ends first, and nobody waits for it.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 1023, 1026, 30_000})
  void callsThatOverlapAreToldApart(int calls) {
    CollectiveRecord record = record();
    for (int first = 0; first < calls; first += 3) {
      for (int call = first; call < first + 3; call++) {
        assertEquals(call, record.begin(call % 7, 10L * call));
      }
      record.waited(first, 10L * first + 21); // a wait that gives up before the end
      for (int call : new int[] {first + 1, first + 2, first}) {
        record.complete(call, 10L * call + 40);
      }
      record.waited(first + 2, 10L * (first + 2) + 31);
      record.waited(first, 10L * first + 32);
      record.add(8);
    }
    CollectiveProfile profile = record.profile();
    assertEquals(calls, profile.calls());
    assertEquals(8L * (calls / 3), profile.nanos());
    for (int call = 0; call < calls; call++) {
      int at = profile.index(call);
      if (at >= 0) {
        assertEquals(10L * call, profile.entries()[at], "call " + call);
        assertEquals(10L * call + 40, profile.exits()[at], "call " + call);
        long since = new int[] {32, 40, 31}[call % 3];
        assertEquals(10L * call + since, profile.waits()[at], "call " + call);
      }
    }
  }

  @Test
  void aCallUnderWayHasNoLength() {
    CollectiveRecord record = record();
    long _ = record.begin(0, 50);
    record.waited(0, 60);
    CollectiveProfile profile = record.profile();
    assertEquals(50, profile.exits()[0]);
    assertEquals(50, profile.waits()[0]);
  }
}
