package org.armci4j.benchmarks.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.report.CallTimes;
import org.junit.jupiter.api.Test;

class CallTimerTest {
  private static final long SLOW_NANOS = 200_000;

  private final List<Long> announced = new ArrayList<>();
  private long calls;

  @Test
  void tellsTheRareSlowCallFromTheUsualOnes() {
    CallTimes times = CallTimer.measure(announced::add, this::sometimesSlow, 1_000);
    assertEquals(List.of(10_000L, 10_000L), announced);
    assertEquals(20_000, calls);
    assertTrue(times.p50() < SLOW_NANOS / 2.0, times::toString);
    assertTrue(times.p50() <= times.p99() && times.p99() <= times.p999(), times::toString);
    assertTrue(times.p999() >= SLOW_NANOS * 0.999, times::toString);
  }

  /** One call of 200 takes long. */
  private void sometimesSlow(long count) {
    assertEquals(1, count);
    calls++;
    long end = System.nanoTime() + (calls % 200 == 0 ? SLOW_NANOS : 0);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void callsThatTakeLongAreTooFewForPercentiles() {
    assertNull(CallTimer.measure(announced::add, _ -> calls++, 200_000));
    assertEquals(0, calls);
    assertEquals(List.of(), announced);
  }
}
