package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares clocks of threads, some of which are wrong by a known time. */
class ClockComparisonTest {
  private static final int RANKS = 3;

  private final CyclicBarrier barrier = new CyclicBarrier(RANKS);
  private final ConcurrentHashMap<String, byte[][]> values = new ConcurrentHashMap<>();

  private List<byte[]> exchange(int rank, String key, byte[] mine) {
    try {
      values.computeIfAbsent(key, _ -> new byte[RANKS][])[rank] = mine;
      barrier.await();
      return Arrays.asList(values.get(key));
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, -3_600_000_000_000L, Long.MAX_VALUE / 2, Long.MIN_VALUE + 9})
  void theDifferenceIsWithinTheError(long aheadNanos) throws Exception {
    List<FutureTask<ClockReading>> tasks = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      int me = rank;
      LongSupplier clock = () -> System.nanoTime() + me * aheadNanos;
      ClockComparison comparison =
          new ClockComparison(clock, (key, mine) -> exchange(me, key, mine));
      tasks.add(new FutureTask<>(() -> comparison.read("test")));
      Thread.ofPlatform().start(tasks.getLast());
    }
    for (int rank = 0; rank < RANKS; rank++) {
      ClockReading reading = tasks.get(rank).get();
      long wrong = Math.abs(reading.aheadNanos() - rank * aheadNanos);
      assertTrue(wrong <= reading.errorNanos(), reading::toString);
      assertTrue(reading.errorNanos() < 10_000_000_000L, reading::toString);
    }
    assertEquals(0, tasks.getFirst().get().aheadNanos());
  }
}
