package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Checks that compiled short collectives make no objects. */
class CollectivesAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 200;
  private static final int CALLS = 500;

  /** Makes collective calls, equally many on all ranks. */
  private interface Calls {
    void make();
  }

  @Test
  void blockingOnesAllocateNothing() {
    RankThreads.of(2)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              Elements values = Elements.of(new long[4]);
              requireNone(
                  armci,
                  () -> {
                    collectives.barrier();
                    collectives.broadcast(values, 0);
                    collectives.allreduce(values, Reduction.MAX);
                    collectives.allreduce(1L, Reduction.SUM);
                  });
              collectives.close();
            });
  }

  @Test
  void persistentOnesAllocateNothing() {
    RankThreads.of(2)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              Elements values = Elements.of(new long[4]);
              CollectiveCalls<PersistentCollective> calls = collectives.persistent();
              PersistentCollective sum = calls.allreduce(values, Reduction.MAX);
              PersistentCollective news = calls.broadcast(Elements.of(new long[4]), 0);
              requireNone(
                  armci,
                  () -> {
                    var first = sum.start();
                    news.start().await();
                    first.await();
                  });
              collectives.close();
            });
  }

  /** Requires less than a byte for each call. A wait that lasts allocates, but few waits last. */
  private static void requireNone(Armci armci, Calls calls) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = THREADS.getCurrentThreadAllocatedBytes();
      long own = THREADS.getCurrentThreadAllocatedBytes() - start;
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        calls.make();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before - own);
    }
    long bytes = least;
    assertTrue(bytes < CALLS, () -> Text.format("rank %d: %d bytes", armci.rank(), bytes));
  }
}
