package org.armci4j.benchmarks.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ColdCurveTest {
  private static final long SLOW_CALLS = 5_000;
  private static final long SLOW_NANOS = 900;
  private static final long QUICK_NANOS = 10;

  /** A curve of calls of which the n-th takes so long. */
  private static ColdCurve curve(LongUnaryOperator nanosOfCall) {
    ColdCurve curve = new ColdCurve();
    long calls = 0;
    while (!curve.isLongEnough()) {
      long count = curve.nextBatch();
      long nanos = 0;
      for (long i = 0; i < count; i++) {
        nanos += nanosOfCall.applyAsLong(calls++);
      }
      curve.add(count, nanos);
    }
    return curve;
  }

  @Test
  void tellsTheFirstCallsAndTheLast() {
    ColdCurve curve = curve(call -> call == 0 ? 100_000 : call < SLOW_CALLS ? SLOW_NANOS : 10);
    assertEquals(100_000, curve.meanNanos(1));
    assertEquals((100_000 + 999 * SLOW_NANOS) / 1_000.0, curve.meanNanos(ColdCurve.SOON));
    double all = 100_000 + (SLOW_CALLS - 1) * SLOW_NANOS + 15_000 * QUICK_NANOS;
    assertEquals(all / 20_000, curve.meanNanos(ColdCurve.LATER));
    assertEquals(QUICK_NANOS, curve.settledNanos());
    assertEquals(100_000 + (SLOW_CALLS - 1) * SLOW_NANOS, curve.settlingNanos());
  }

  @Test
  void whatIsQuickAtOnceNeedsNoTime() {
    assertEquals(0, curve(call -> QUICK_NANOS).settlingNanos());
  }

  @Test
  void oneSlowBatchLaterIsTheMachines() {
    ColdCurve curve = curve(call -> call >= 30_000 && call < 31_000 ? SLOW_NANOS : QUICK_NANOS);
    assertEquals(0, curve.settlingNanos());
    assertEquals(QUICK_NANOS, curve.settledNanos());
  }

  @Test
  void oneQuickBatchBeforeIsTheMachinesToo() {
    long slow = ColdCurve.LATER;
    ColdCurve curve =
        curve(call -> call < slow && (call < 100 || call >= 1_000) ? SLOW_NANOS : QUICK_NANOS);
    assertEquals((slow - 900) * SLOW_NANOS + 900 * QUICK_NANOS, curve.settlingNanos());
  }

  @Test
  void whatGetsNoFasterUntilTheEndIsNotSettledBefore() {
    ColdCurve curve = curve(call -> 1_000_000 / (call + 1) + 1);
    assertTrue(curve.settlingNanos() > curve.totalNanos() / 2, curve.settlingNanos() + " ns");
  }
}
