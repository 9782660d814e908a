package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/**
 * What ranks that are well see of failed connections, in a job that goes on without failed ranks.
 */
class FakeSuspicionTest {
  private static final int FAULT_AFTER = 40;
  private static final long LOSS_NANOS = 2_000_000_000;

  private static RankThreads job(int ranks) {
    return FakeJobs.threads(ranks)
        .with(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE)
        .with(FakeSettings.ATOMICS, false)
        .within(Duration.ofSeconds(20));
  }

  private static void putUntilItFails(Armci armci, GlobalMemory memory) {
    MemorySegment word = MemorySegment.ofArray(new long[1]);
    for (int i = 0; i <= FAULT_AFTER; i++) {
      armci.put(word, memory, 1, 0);
      armci.fence(1);
    }
  }

  /** Its own side of the connection is well, but rank 0 drops its requests. */
  @Test
  void aRankWhoseRequestsAreDroppedIsTold() {
    CountDownLatch hasFailed = new CountDownLatch(1);
    CountDownLatch isTold = new CountDownLatch(1);
    List<RankFailure> inClose =
        job(2)
            .with(BootstrapSettings.HEARTBEAT_TIMEOUT, Duration.ofMillis(4))
            .with(FakeSettings.FAULT_AFTER, FAULT_AFTER)
            .failures(
                armci -> {
                  GlobalMemory memory = armci.allocate(Long.BYTES);
                  if (armci.rank() == 0) {
                    assertThrows(ArmciException.class, () -> putUntilItFails(armci, memory));
                    hasFailed.countDown();
                    isTold.await(); // its end would end the job
                  } else {
                    hasFailed.await();
                    ArmciException told =
                        assertThrows(
                            ArmciException.class, () -> armci.fetchAndAdd(memory, 0, 0, 1));
                    String message = told.getMessage();
                    assertTrue(message.contains("its other side has failed: rank 0"), message);
                    isTold.countDown();
                  }
                });
    for (RankFailure failure : inClose) {
      assertInstanceOf(ArmciException.class, failure.thrown(), failure::toString);
    }
    assertEquals(0, isTold.getCount(), () -> "not all has been seen: " + inClose);
  }

  /** The target lives, so there is no news of its loss to wait for. */
  @Test
  void aRefusedConnectionIsToldAtOnce() {
    int inBarriers = 5; // of rank 3, in a job of 8 ranks: these are 1, 2 and 4 ranks away
    job(8)
        .withEach(FakeSettings.CONNECTIONS, rank -> rank == 3 ? inBarriers : 8)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(Long.BYTES);
              armci.barrier();
              armci.barrier(); // no rank is in the first one any more
              if (armci.rank() == 0) {
                long beginNanos = System.nanoTime();
                ArmciException told =
                    assertThrows(ArmciException.class, () -> armci.putLong(memory, 3, 0, 1));
                long tookNanos = System.nanoTime() - beginNanos;
                assertTrue(told.getMessage().contains("no connection left"), told::toString);
                assertTrue(tookNanos < LOSS_NANOS, () -> tookNanos + " ns");
              }
              armci.barrier();
              assertEquals(0, armci.failures().size());
            });
  }
}
