package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Test;

/** Checks calls for single words that share messages, as many threads wait for them at once. */
class SharedWordsTest {
  private static final int CALLERS = 100;
  private static final int MANY = 1000;
  private static final int ROUNDS = 20;

  private static RankThreads ranks() {
    return FakeJobs.drawing("shared words", 2)
        .within(Duration.ofMinutes(1))
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(10))
        .with(FakeSettings.ATOMICS, false)
        .with(FakeSettings.GATHERED_BYTES, 64);
  }

  /** Pins that by a fault that would hit the test if each call had a message of its own. */
  @Test
  void callsThatWaitAtOnceTakeFewMessages() {
    ranks()
        .with(FakeSettings.FAULT_AFTER, CALLERS * ROUNDS)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(Long.BYTES);
              if (armci.rank() == 0) {
                try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                  for (int i = 0; i < CALLERS; i++) {
                    threads.execute(() -> addAll(memory));
                  }
                }
              }
              armci.barrier();
              if (armci.rank() == 1) {
                assertEquals(CALLERS * ROUNDS, memory.local().get(JAVA_LONG, 0));
              }
              armci.free(memory);
            });
  }

  private static void addAll(GlobalMemory memory) {
    for (int round = 0; round < ROUNDS; round++) {
      memory.longs(1).fetchAndAdd(0, 1);
    }
  }

  /** Messages take no number here, so an operation that follows a list has the list's ticket. */
  @Test
  void otherWaitsEndWhileWordsFollowEachOther() {
    ranks().with(FakeSettings.SENDS_AT_ONCE, true).run(armci -> fenceAmidWords(armci, CALLERS));
  }

  @Test
  void otherWaitsEndWhileWordsFollowEachOtherOverUcx() {
    UcxJobs.requireUcx();
    UcxJobs.threads(2)
        .within(Duration.ofMinutes(1))
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(10))
        .run(armci -> fenceAmidWords(armci, MANY));
  }

  private static void fenceAmidWords(Armci armci, int callers) {
    GlobalMemory memory = armci.allocate(2 * Long.BYTES);
    if (armci.rank() == 0) {
      AtomicBoolean over = new AtomicBoolean();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < callers; i++) {
          threads.execute(() -> addUntil(over, memory));
        }
        try {
          fence(armci, memory);
        } finally {
          over.set(true);
        }
      }
    }
    armci.barrier();
    armci.free(memory);
  }

  private static void addUntil(AtomicBoolean over, GlobalMemory memory) {
    while (!over.get()) {
      memory.longs(1).fetchAndAdd(0, 1);
    }
  }

  private static void fence(Armci armci, GlobalMemory memory) {
    MemorySegment word = MemorySegment.ofArray(new long[1]);
    Handle handle = armci.newHandle();
    for (int round = 1; round <= ROUNDS; round++) {
      word.set(JAVA_LONG, 0, round);
      armci.nbPut(word, memory, 1, Long.BYTES, handle);
      handle.await();
      armci.fence(1);
      assertEquals(round, memory.longs(1).get(1));
    }
  }

  /** Rank 1 answers nobody, and fails when all threads sleep, most of them in one list. */
  @Test
  void eachThreadIsToldOfARankThatFails() {
    AtomicInteger told = new AtomicInteger();
    CountDownLatch asleep = new CountDownLatch(1);
    ranks()
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(50))
        .with(FakeSettings.RELEASE_BYTES, 77)
        .with(FakeSettings.QUEUED, 2 * CALLERS)
        .failures(
            armci -> {
              GlobalMemory memory = armci.allocate(Long.BYTES);
              if (armci.rank() == 1) {
                asleep.await();
                throw new IllegalStateException("thrown by the test");
              }
              List<Thread> threads = new ArrayList<>();
              for (int i = 0; i < CALLERS; i++) {
                threads.add(
                    Thread.startVirtualThread(
                        () -> {
                          assertThrows(
                              RankFailedException.class, () -> memory.longs(1).fetchAndAdd(0, 1));
                          told.incrementAndGet();
                        }));
              }
              awaitSleep(threads);
              asleep.countDown();
              for (Thread thread : threads) {
                thread.join();
              }
            });
    assertEquals(CALLERS, told.get());
  }

  private static void awaitSleep(List<Thread> threads) {
    while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
  }
}
