package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Compares sums that are estimated with those of calls whose times are known. */
class CallSamplingTest {
  private static final int FIRST = 64;
  private static final int CALLS = 1_000_000;
  private static final long APART_NANOS = 64_000;

  /** Times calls, one after the other, by a clock of its own. */
  private static final class Timed {
    private static final long BEGIN = 1_000_000;
    private final int[] left = new int[1];
    private final CallSampling sampling;
    private long now = BEGIN;
    private long timed;
    private long standFor;
    private long nanos;

    Timed(long seed) {
      this.sampling = new CallSampling(left, 0, FIRST, seed);
    }

    /** Returns whether the call was timed. */
    boolean call(long callNanos, boolean wantsNext) {
      return call(callNanos, callNanos, wantsNext);
    }

    /** Makes a call that takes another time if it is timed. */
    boolean call(long callNanos, long timedNanos, boolean wantsNext) {
      boolean isTimed = --left[0] <= 0;
      now += isTimed ? timedNanos : callNanos;
      if (isTimed) {
        int calls = sampling.calls();
        timed++;
        standFor += calls;
        nanos += sampling.sum(timedNanos, now);
        sampling.next(now, wantsNext);
      }
      return isTimed;
    }
  }

  @Test
  void theFirstCallsAreTimedEach() {
    Timed timed = new Timed(1);
    for (int i = 0; i < FIRST; i++) {
      assertTrue(timed.call(100, false), "call " + i);
    }
    assertEquals(FIRST, timed.standFor);
  }

  @Test
  void callsThatTakeLongAreTimedEach() {
    Timed timed = new Timed(1);
    for (int i = 0; i < 1000; i++) {
      assertTrue(timed.call(APART_NANOS, false), "call " + i);
    }
  }

  @Test
  void whereTheNextIsWantedEachIsTimed() {
    Timed timed = new Timed(1);
    for (int i = 0; i < 1000; i++) {
      assertTrue(timed.call(100, true), "call " + i);
    }
  }

  @Test
  void denseCallsAreTimedInProportionToTheTime() {
    Timed timed = new Timed(2);
    for (int i = 0; i < CALLS; i++) {
      timed.call(100, false);
    }
    long expected = CALLS * 100L / APART_NANOS;
    assertTrue(timed.timed > 0.9 * expected, () -> "timed " + timed.timed);
    assertTrue(timed.timed < 1.1 * expected + FIRST, () -> "timed " + timed.timed);
    assertTrue(timed.standFor <= CALLS, () -> "stand for " + timed.standFor);
    assertTrue(timed.standFor > CALLS - 2 * 1024, () -> "stand for " + timed.standFor);
  }

  /** Such a call does not tell that those before it took as long. */
  @Test
  void aCallThatLosesItsCoreDoesNotStandForManyThatDo() {
    for (int seed = 1; seed <= 20; seed++) {
      Timed timed = new Timed(seed);
      callOften(timed);
      while (!timed.call(10, 4_000_000, false)) {}
      callOften(timed);
      long passed = timed.now - Timed.BEGIN;
      assertTrue(timed.nanos > 0.8 * passed, () -> "sum " + timed.nanos + " of " + passed);
      assertTrue(timed.nanos < passed + 10_000_000, () -> "sum " + timed.nanos + " of " + passed);
    }
  }

  private static void callOften(Timed timed) {
    for (int i = 0; i < CALLS; i++) {
      timed.call(10, false);
    }
  }

  /** A fixed distance between timed calls would meet the same call of the loop again and again. */
  @Test
  void eachCallOfALoopHasItsShare() {
    for (int period : new int[] {2, 3, 17, 32, 160}) {
      Timed timed = new Timed(period);
      long sum = 0;
      for (int i = 0; i < CALLS; i++) {
        long nanos = i % period == 0 ? 2000 : 100;
        timed.call(nanos, false);
        sum += nanos;
      }
      double ratio = (double) timed.nanos / sum;
      assertTrue(ratio > 0.85 && ratio < 1.15, "period " + period + ": ratio " + ratio);
    }
  }
}
