package org.armci4j.benchmarks.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private static final long REPETITION_NANOS = 100_000;
  private static final int REPETITIONS = 5;

  private final AtomicLong runs = new AtomicLong();

  private Stopwatch.Reading measure(long nanos) {
    return new Stopwatch(REPETITIONS, REPETITION_NANOS)
        .measure(
            _ -> {},
            count -> {
              runs.addAndGet(count);
              long end = System.nanoTime() + count * nanos;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            });
  }

  @Test
  void anOperationThatLastsLongWarmsUpBriefly() {
    Stopwatch.Reading reading = measure(30 * REPETITION_NANOS);
    assertTrue(runs.get() < REPETITIONS + 10, "runs: " + runs);
    assertEquals(REPETITIONS, reading.sortedNanos().length);
    assertTrue(reading.min() >= 30 * REPETITION_NANOS, "min: " + reading.min());
  }

  @Test
  void anOtherOneWarmsUpUntilItGetsNoFaster() {
    measure(REPETITION_NANOS);
    assertTrue(runs.get() > REPETITIONS + 10, "runs: " + runs);
  }
}
