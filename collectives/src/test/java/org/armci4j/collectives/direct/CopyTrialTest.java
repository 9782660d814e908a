package org.armci4j.collectives.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a trial goes which way, and what it comes to. */
class CopyTrialTest {
  private static final long FAST_NANOS = 1_000;

  /** What calls do that cost so much, each rank by itself. */
  private static int runToItsEnd(CopyTrial trial, boolean usual, long slots, long buffers) {
    int others = 0;
    for (int call = 0; !trial.isOver(); call++) {
      assertTrue(call < 100_000, "it does not end");
      boolean looks = trial.looksForBuffers(usual);
      others += looks == usual ? 0 : 1;
      trial.count(looks, 8192, looks ? buffers : slots);
    }
    return others;
  }

  private static CopyTrial decided(boolean usual, long slots, long buffers) {
    CopyTrial trial = new CopyTrial("calls", 8192, 2);
    runToItsEnd(trial, usual, slots, buffers);
    trial.decide(LongUnaryOperator.identity());
    return trial;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFasterWayIsTaken(boolean usual) {
    assertTrue(decided(usual, 2 * FAST_NANOS, FAST_NANOS).looksForBuffers(usual));
    assertFalse(decided(usual, FAST_NANOS, 2 * FAST_NANOS).looksForBuffers(usual));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereTheyAreEqualCallsGoTheUsualWay(boolean usual) {
    CopyTrial trial = decided(usual, FAST_NANOS, FAST_NANOS);
    assertEquals(usual, trial.looksForBuffers(usual));
    assertEquals(!usual, trial.looksForBuffers(!usual));
  }

  /** What is not compiled yet, and what was disturbed, does not count. */
  @Test
  void earlyAndOddTurnsDoNotCount() {
    CopyTrial trial = new CopyTrial("calls", 8192, 2);
    long looked = 0;
    for (int call = 0; !trial.isOver(); call++) {
      boolean looks = trial.looksForBuffers(false);
      looked += looks ? 1 : 0;
      boolean slow = looked < 5_000 || call % 700 == 0;
      trial.count(looks, 8192, looks ? (slow ? 50 : 1) * FAST_NANOS : 2 * FAST_NANOS);
    }
    trial.decide(LongUnaryOperator.identity());
    assertTrue(trial.looksForBuffers(false));
  }

  /** A rank whose own times say otherwise goes with the slowest. */
  @Test
  void theSlowestRankDecides() {
    CopyTrial trial = new CopyTrial("calls", 8192, 2);
    runToItsEnd(trial, false, 2 * FAST_NANOS, FAST_NANOS);
    long others = 128 * 3 * FAST_NANOS;
    trial.decide(mine -> mine == -128 * FAST_NANOS ? -others : mine);
    assertFalse(trial.looksForBuffers(false));
    assertFalse(trial.looksForBuffers(true));
  }

  /** Calls of one trial may be of different lengths: what counts is the time for as many bytes. */
  @Test
  void longerCallsMayTakeLonger() {
    CopyTrial trial = new CopyTrial("calls", 8192, 2);
    while (!trial.isOver()) {
      boolean looks = trial.looksForBuffers(false);
      trial.count(looks, looks ? 16_384 : 8192, looks ? 3 * FAST_NANOS : 2 * FAST_NANOS);
    }
    trial.decide(LongUnaryOperator.identity());
    assertTrue(trial.looksForBuffers(false));
  }

  @ParameterizedTest
  @CsvSource({
    "4096, 2, 10240, 35000",
    "65536, 2, 10240, 35000",
    "65536, 4, 3328, 11500",
    "262144, 2, 2560, 9000",
    "1048576, 2, 320, 1100",
    "1048576, 16, 128, 450"
  })
  void longerCallsAndThoseOfMoreRanksNeedFewer(long bytes, int ranks, int others, int atMost) {
    CopyTrial trial = new CopyTrial("calls", bytes, ranks);
    int calls = 0;
    int looked = 0;
    while (!trial.isOver()) {
      boolean looks = trial.looksForBuffers(false);
      looked += looks ? 1 : 0;
      trial.count(looks, bytes, 1);
      calls++;
    }
    assertEquals(others, looked);
    assertTrue(calls <= atMost, "too many calls: " + calls);
  }
}
