package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.HeapUse;
import org.junit.jupiter.api.Test;

/** Checks that compiled short collectives make no objects. */
class CollectivesAllocationTest {
  private static final int ROUNDS = 200;
  private static final int CALLS = 500;

  @Test
  void blockingOnesAllocateNothing() {
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          Elements values = Elements.of(new long[4]);
          requireNone(
              collectives,
              () -> {
                collectives.barrier();
                collectives.broadcast(values, 0);
                collectives.allreduce(values, Reduction.MAX);
                collectives.allreduce(1L, Reduction.SUM);
              });
        });
  }

  @Test
  void persistentOnesAllocateNothing() {
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          Elements values = Elements.of(new long[4]);
          CollectiveCalls<PersistentCollective> calls = collectives.persistent();
          PersistentCollective sum = calls.allreduce(values, Reduction.MAX);
          PersistentCollective news = calls.broadcast(Elements.of(new long[4]), 0);
          requireNone(
              collectives,
              () -> {
                var first = sum.start();
                news.start().await();
                first.await();
              });
        });
  }

  /**
   * Requires less than a byte for each call, on all ranks in some rounds. A wait that lasts
   * allocates, but few waits last.
   */
  private static void requireNone(Collectives collectives, Runnable calls) {
    long least = Long.MAX_VALUE;
    long most = Long.MAX_VALUE; // of all ranks, so that they end together
    for (int round = 0; round < ROUNDS && most >= CALLS; round++) {
      least = Math.min(least, HeapUse.bytes(() -> repeat(calls)));
      most = collectives.allreduce(least, Reduction.MAX);
    }
    long bytes = most;
    assertTrue(bytes < CALLS, () -> Text.format("%d bytes on the worst rank", bytes));
  }

  private static void repeat(Runnable calls) {
    for (int i = 0; i < CALLS; i++) {
      calls.run();
    }
  }
}
