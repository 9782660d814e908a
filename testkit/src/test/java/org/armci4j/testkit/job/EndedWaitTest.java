package org.armci4j.testkit.job;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the call after a wait that ended by its time-out or met an interrupt: it is right, or says
 * that it cannot be.
 */
class EndedWaitTest {
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int SEGMENT_ROUNDS = 100;
  private static final int INTERRUPTS = 200;

  private static RankThreads job() {
    return RankThreads.of(2).with(ArmciSettings.WAIT_TIMEOUT, LIMIT);
  }

  /** Lets rank 0 wait in vain twice; rank 1 does nothing until that is over. */
  private static void inVain(Armci armci, GlobalMemory over, Executable wait) {
    if (armci.rank() == 0) {
      assertThrows(ArmciTimeoutException.class, wait);
      String lost = assertThrows(ArmciException.class, wait).getMessage();
      assertTrue(lost.contains("lost") && lost.contains("did not come within"), lost);
      armci.signal(over, 1, 0, armci.getLong(over, 1, 0) + 1);
    } else {
      long before = over.local().get(JAVA_LONG, 8);
      armci.waitUntil(over, 0, Comparison.GT, before, LONG_NANOS);
      over.local().set(JAVA_LONG, 8, before + 1);
    }
  }

  @Test
  void aBarrierThatTimesOutLosesItsGroup() {
    job()
        .run(
            armci -> {
              GlobalMemory over = armci.allocate(16);
              Group group = armci.world().create(0, 1);
              GlobalMemory memory = group.allocate(8);
              inVain(armci, over, group::barrier);
              if (armci.rank() == 0) {
                assertThrows(ArmciException.class, () -> group.free(memory));
                group.close(); // waits for nobody
              }
              memory.local().set(JAVA_LONG, 0, 1);
              Group again = armci.world().create(0, 1);
              again.barrier();
              again.close();
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCollectiveThatTimesOutLosesItsObject(boolean checks) {
    job()
        .run(
            armci -> {
              GlobalMemory over = armci.allocate(16);
              Collectives first =
                  checks
                      ? Collectives.checked(armci, armci.world())
                      : Collectives.of(armci, armci.world());
              Collectives second = Collectives.of(armci);
              inVain(armci, over, () -> first.allreduce(1L, Reduction.SUM));
              assertEquals(2, second.allreduce(1L, Reduction.SUM));
              second.close();
            });
  }

  /**
   * Lets one of two threads that wait for a rank's notifications give up; then a notification
   * comes.
   */
  @Test
  void aNotificationIsForWhoeverStillWaits() {
    job()
        .run(
            armci -> {
              GlobalMemory over = armci.allocate(8);
              if (armci.rank() == 0) {
                armci.waitUntil(over, 0, Comparison.EQ, 1, LONG_NANOS);
                armci.signals().notify(1);
              } else {
                Executor threads = task -> Thread.ofPlatform().daemon().start(task);
                CountDownLatch begun = new CountDownLatch(1);
                CompletableFuture<Long> early =
                    CompletableFuture.supplyAsync(
                        () -> {
                          begun.countDown();
                          return armci.signals().waitNotify(0);
                        },
                        threads);
                begun.await();
                beLate();
                CompletableFuture<Long> late =
                    CompletableFuture.supplyAsync(() -> armci.signals().waitNotify(0), threads);
                assertThrows(Exception.class, early::join);
                armci.signal(over, 0, 0, 1);
                assertEquals(1, late.get(LONG_NANOS, TimeUnit.NANOSECONDS));
              }
            });
  }

  /** Waits for half of the time that the other thread has. */
  private static void beLate() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < LIMIT.toNanos() / 2) {
      Thread.onSpinWait();
    }
  }

  /**
   * Interrupts a thread before an allocation, or at any moment of it: all ranks get the memory, or
   * none does, and the thread stays interrupted.
   */
  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void interruptsLeaveAllRanksInStep(String transport) {
    RankThreads.of(2)
        .over(transport)
        .run(
            armci -> {
              GlobalMemory outcomes = armci.allocate(8);
              for (int round = 0; round < INTERRUPTS; round++) {
                long outcome =
                    armci.rank() == 0
                        ? allocateInterrupted(armci, round % 2 == 0)
                        : allocate(armci);
                armci.putLong(outcomes, 1 - armci.rank(), 0, outcome);
                armci.barrier();
                assertEquals(outcome, armci.getLong(outcomes, armci.rank(), 0), "round " + round);
                armci.barrier();
              }
            });
  }

  private static long allocateInterrupted(Armci armci, boolean before) {
    Thread rank = Thread.currentThread();
    Thread interrupter = Thread.ofPlatform().unstarted(rank::interrupt);
    interrupter.start();
    if (before) {
      awaitEnd(interrupter);
    }
    long outcome = allocate(armci);
    awaitEnd(interrupter);
    assertTrue(Thread.interrupted(), "it stays interrupted");
    return outcome;
  }

  /** Joins a thread, in a thread that may be interrupted. */
  private static void awaitEnd(Thread thread) {
    while (thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  /** Returns 1 when there is no memory, 2 when there was. */
  private static long allocate(Armci armci) {
    GlobalMemory memory;
    try {
      memory = armci.allocate(8);
    } catch (ArmciException interrupted) {
      return 1;
    }
    armci.free(memory);
    return 2;
  }

  /** Checks segments after free, whichever rank frees first. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void noSegmentIsUsableBehindFree(String transport) {
    RankThreads.of(3)
        .over(transport)
        .run(
            armci -> {
              for (int round = 0; round < SEGMENT_ROUNDS; round++) {
                GlobalMemory memory = armci.allocate(64);
                MemorySegment own = memory.local();
                armci.free(memory);
                assertThrows(IllegalStateException.class, () -> own.set(JAVA_LONG, 0, 1));
              }
            });
  }
}
