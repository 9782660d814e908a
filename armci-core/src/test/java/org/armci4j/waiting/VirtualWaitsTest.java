package org.armci4j.waiting;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.kernel.Words;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks waits in virtual threads, many more than there are carriers. */
class VirtualWaitsTest {
  private static final int THREADS = 300;
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final OpenCondition<AtomicLong> IS_AT_LEAST =
      new OpenCondition<>() {
        @Override
        public boolean holds(AtomicLong subject, long first, long second) {
          return subject.get() >= second;
        }

        @Override
        public boolean isOrdered() {
          return true;
        }
      };

  private final WaitBoard board = new WaitBoard(0);
  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), Settings.resolve(BootstrapSettings.ALL));
  private final WaitPolicy policy =
      WaitPolicy.of(
          ArmciSettings.builder().set(WaitSettings.PARK_AFTER, Duration.ofNanos(1000)).resolve(),
          1,
          1);
  private final PlatformBell bell = new PlatformBell();
  private final Waiter waiter = new Waiter(bootstrap, () -> false, bell, policy, board);

  /** Sleeps as the real one does, in platform threads only. */
  private static final class PlatformBell implements Doorbell {
    private final Nap nap = new Nap();
    private final AtomicInteger announced = new AtomicInteger();
    private final AtomicBoolean wasVirtual = new AtomicBoolean();

    @Override
    public int announce() {
      announced.incrementAndGet();
      return 0;
    }

    @Override
    public void park(int ticket, long timeoutNanos) {
      if (Thread.currentThread().isVirtual()) {
        wasVirtual.set(true);
      }
      nap.park(ticket, timeoutNanos);
    }

    @Override
    public void retract() {
      announced.decrementAndGet();
    }

    @Override
    public void ring() {}
  }

  @AfterEach
  void close() {
    waiter.close();
    assertEquals(0, bell.announced.get(), "every announcement is retracted");
    assertTrue(!bell.wasVirtual.get(), "a virtual thread slept at the bell");
    assertEquals(0, board.oldestNanos(), "no post is left");
    bootstrap.close();
  }

  private static CompletableFuture<Void> start(Runnable wait) {
    return CompletableFuture.runAsync(wait, Thread::startVirtualThread);
  }

  private static void awaitAll(List<CompletableFuture<Void>> waits) throws Exception {
    for (CompletableFuture<Void> wait : waits) {
      wait.get(1, TimeUnit.MINUTES);
    }
  }

  /** The threads that write start last, and would have no carrier. */
  @Test
  void waitsForWordsLeaveTheirCarriers() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment words = arena.allocate(JAVA_LONG, THREADS);
      List<CompletableFuture<Void>> waits = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        long offset = 8L * i;
        waits.add(
            start(
                () -> waiter.awaitWord(words, offset, WordCondition.EQ, 1, LONG_NANOS, "a word")));
      }
      for (int i = 0; i < THREADS; i++) {
        long offset = 8L * i;
        waits.add(start(() -> Words.setRelease(words, offset, 1L)));
      }
      awaitAll(waits);
    }
  }

  /** The waits start in any order and end by their numbers. */
  @Test
  void orderedWaitsEndInTheirOrder() throws Exception {
    AtomicLong value = new AtomicLong();
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    for (int i = 1; i <= THREADS; i++) {
      long wanted = i * 7L % THREADS + 1;
      waits.add(
          start(
              () -> {
                waiter.await(IS_AT_LEAST, value, 0, wanted, LONG_NANOS, "a number");
                assertTrue(value.get() >= wanted);
              }));
    }
    for (int i = 1; i <= THREADS; i++) {
      value.set(i);
      Thread.yield();
    }
    awaitAll(waits);
  }

  /** Only the waiting thread may look at these. */
  @Test
  void closedConditionsAreLookedAtByTheirOwnThreads() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      waits.add(
          start(
              () -> {
                Thread self = Thread.currentThread();
                waiter.await(
                    () -> {
                      assertSame(self, Thread.currentThread());
                      return over.get();
                    },
                    LONG_NANOS,
                    () -> "the end");
              }));
    }
    waits.add(start(() -> over.set(true)));
    awaitAll(waits);
  }

  @Test
  void eachIsToldOfItsTimeOut() throws Exception {
    AtomicLong value = new AtomicLong();
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    for (int i = 1; i <= THREADS; i++) {
      long wanted = i;
      waits.add(
          start(
              () ->
                  assertThrows(
                      ArmciTimeoutException.class,
                      () -> waiter.await(IS_AT_LEAST, value, 0, wanted, 20_000_000, "never"))));
    }
    awaitAll(waits);
  }

  @Test
  void anInterruptIsKeptForTheProgram() throws Exception {
    AtomicLong value = new AtomicLong();
    AtomicBoolean kept = new AtomicBoolean();
    Thread waiting =
        Thread.startVirtualThread(
            () -> {
              waiter.await(IS_AT_LEAST, value, 0, 1, LONG_NANOS, "a number");
              kept.set(Thread.currentThread().isInterrupted());
            });
    waiting.interrupt();
    while (board.oldestNanos() == 0) {
      Thread.onSpinWait();
    }
    value.set(1);
    waiting.join();
    assertTrue(kept.get());
  }

  @Test
  void failureAndCloseEndThem() throws Exception {
    AtomicLong value = new AtomicLong();
    CompletableFuture<Void> closed =
        start(() -> waiter.await(IS_AT_LEAST, value, 0, 1, LONG_NANOS, "never"));
    while (board.oldestNanos() == 0) {
      Thread.onSpinWait();
    }
    waiter.close();
    var end = assertThrows(ExecutionException.class, () -> closed.get(1, TimeUnit.MINUTES));
    assertSame(ArmciException.class, end.getCause().getClass());

    Waiter other = new Waiter(bootstrap, () -> false, bell, policy, board);
    CompletableFuture<Void> failed =
        start(() -> other.await(IS_AT_LEAST, value, 0, 1, LONG_NANOS, "never"));
    bootstrap.abort("the test says so");
    end = assertThrows(ExecutionException.class, () -> failed.get(1, TimeUnit.MINUTES));
    assertSame(RankFailedException.class, end.getCause().getClass());
    other.close();
  }
}
