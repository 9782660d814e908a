package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.Membership;
import org.armci4j.call.Calls;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Checks that waits for events and calls end when their time is over or a rank fails. */
class WaitingForOthersTest {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /** Ends, with the test, the handler that keeps others waiting. */
  private final CountDownLatch ended = new CountDownLatch(1);

  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  void ranksThatOnlyPutRunIntoTheTimeout() {
    RankThreads.of(2)
        .with(ArmciSettings.WAIT_TIMEOUT, SHORT)
        .with(ArmciSettings.EVENT_SLOTS, 3)
        .run(
            armci -> {
              CompletionEvents events = CompletionEvents.open(armci);
              GlobalMemory memory = armci.allocate(0);
              int other = 1 - armci.rank();
              for (int i = 0; i < 3; i++) {
                events.put(NOTHING, 0, memory, other, 0, 0, i, i);
              }
              ArmciTimeoutException full =
                  assertThrows(
                      ArmciTimeoutException.class,
                      () -> events.put(NOTHING, 0, memory, other, 0, 0, 3, 3));
              assertTrue(full.getMessage().contains("all 3 event slots"), full.getMessage());
              armci.barrier();
              Event event = new Event();
              int found = 0;
              while (events.probe(event)) {
                found++;
              }
              assertEquals(6, found, "nothing of the put that ran into the time-out");
            });
  }

  /** Checks that no thread of the native calls of long waits stays behind as a rank's thread. */
  @Test
  void aJobThatHasSleptLeavesNoRankBehind() {
    RankThreads.of(2)
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofMillis(300))
        .run(
            armci ->
                assertThrows(
                    ArmciTimeoutException.class,
                    () -> armci.signals().await(() -> false, () -> "what never comes")));
    assertEquals(1, Membership.current().size());
  }

  @Test
  void aCallThatTimesOutLeavesItsSlotUsable() {
    RankThreads.of(1)
        .with(ArmciSettings.WAIT_TIMEOUT, SHORT)
        .with(ArmciSettings.CALL_SLOTS, 1)
        .run(
            armci -> {
              Object gate = new Object();
              try (Calls calls = Calls.open(armci)) {
                calls.register(
                    1,
                    (origin, request, reply) -> {
                      synchronized (gate) {
                        reply.fill((byte) 1);
                        return (int) reply.byteSize();
                      }
                    });
                byte[] reply = new byte[1];
                MemorySegment buffer = MemorySegment.ofArray(reply);
                synchronized (gate) {
                  assertThrows(
                      ArmciTimeoutException.class, () -> calls.call(0, 1, NOTHING, buffer));
                  ArmciTimeoutException busy =
                      assertThrows(
                          ArmciTimeoutException.class, () -> calls.call(0, 1, NOTHING, buffer));
                  assertTrue(busy.getMessage().contains("all 1 slots"), busy.getMessage());
                }
                assertEquals(1, calls.call(0, 1, NOTHING, MemorySegment.ofArray(new byte[1])));
                assertEquals(0, reply[0], "a late reply is dropped");
              }
            });
  }

  @Test
  void threadsInLineForASlotRunIntoTheTimeout() {
    RankThreads.of(1)
        .with(ArmciSettings.WAIT_TIMEOUT, SHORT)
        .with(ArmciSettings.CALL_SLOTS, 1)
        .run(
            armci -> {
              try (Calls calls = Calls.open(armci);
                  ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                calls.register(
                    1,
                    (origin, request, reply) -> {
                      ended.await();
                      return 0;
                    });
                List<Future<Integer>> waiting =
                    Stream.generate(() -> threads.submit(() -> calls.call(0, 1, NOTHING, NOTHING)))
                        .limit(20)
                        .toList();
                for (Future<Integer> call : waiting) {
                  ExecutionException late =
                      assertThrows(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
                  assertInstanceOf(ArmciTimeoutException.class, late.getCause());
                }
                ended.countDown();
                assertEquals(0, calls.call(0, 1, NOTHING, NOTHING), "all have left the line");
              }
            });
  }

  @Test
  void aFailedRankEndsEveryWait() {
    for (RankThreads.Body wait : new RankThreads.Body[] {this::next, this::put, this::call}) {
      AssertionError error =
          assertThrows(
              AssertionError.class,
              () ->
                  RankThreads.of(3)
                      .within(Duration.ofSeconds(20))
                      .with(ArmciSettings.EVENT_SLOTS, 1)
                      .run(wait));
      assertInstanceOf(IllegalStateException.class, error.getCause());
      assertEquals(2, error.getSuppressed().length);
      for (Throwable other : error.getSuppressed()) {
        assertEquals(1, assertInstanceOf(RankFailedException.class, other).failure().rank());
      }
    }
    ended.countDown();
  }

  private static void failAsRank1(Armci armci) {
    if (armci.rank() == 1) {
      throw new IllegalStateException("out of paper");
    }
  }

  private void next(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    failAsRank1(armci);
    events.next(Long.MAX_VALUE, new Event());
  }

  private void put(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    GlobalMemory memory = armci.allocate(0);
    failAsRank1(armci);
    for (int i = 0; i < 2; i++) {
      events.put(NOTHING, 0, memory, 1, 0, 0, i, i);
    }
  }

  /** Fails rank 1 while its handler keeps the callers waiting. */
  private void call(Armci armci) throws InterruptedException {
    Calls calls = Calls.open(armci);
    CountDownLatch entered = new CountDownLatch(1);
    calls.register(
        1,
        (origin, request, reply) -> {
          entered.countDown();
          assertTrue(ended.await(30, TimeUnit.SECONDS));
          return 0;
        });
    armci.barrier();
    if (armci.rank() == 1) {
      entered.await();
    }
    failAsRank1(armci);
    calls.call(1, 1, NOTHING, NOTHING);
  }
}
