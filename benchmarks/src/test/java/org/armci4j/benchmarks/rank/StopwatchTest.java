package org.armci4j.benchmarks.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
              spin(count * nanos);
            });
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
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

  @Test
  void aRepetitionHasTheLeastCount() {
    List<Long> counts = new ArrayList<>();
    new Stopwatch(REPETITIONS, REPETITION_NANOS)
        .withLeast(1_000)
        .measure(
            _ -> {},
            count -> {
              counts.add(count);
              spin(2 * REPETITION_NANOS);
            });
    assertTrue(counts.stream().allMatch(count -> count == 1_000), "counts: " + counts);
  }

  @Test
  void thePercentileIsTheRepetitionThatNineTenthsDoNotExceed() {
    double[] nanos = new double[41];
    Arrays.setAll(nanos, i -> i + 1);
    assertEquals(37, new Stopwatch.Reading(nanos, 0, null).p90());
    assertEquals(9, new Stopwatch.Reading(Arrays.copyOf(nanos, 10), 0, null).p90());
    assertEquals(1, new Stopwatch.Reading(Arrays.copyOf(nanos, 1), 0, null).p90());
  }
}
