package org.armci4j.waiting;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
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
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
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
      Thread.onSpinWait();
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

  private CompletableFuture<Void> startForever(Waiter waits) {
    CompletableFuture<Void> wait =
        start(() -> waits.await(IS_AT_LEAST, new AtomicLong(), 0, 1, LONG_NANOS, "never"));
    while (board.oldestNanos() == 0) {
      Thread.onSpinWait();
    }
    return wait;
  }

  private static boolean hasPlatformThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("armci-waits-0"));
  }

  /** Waiters of one bell close one after the other. */
  @Test
  void aWaitOfAnOpenWaiterDoesNotHoldUpTheCloseOfAnother() {
    Waiter operations = waiter.forOperations();
    CompletableFuture<Void> wait = startForever(operations);
    assertTimeout(Duration.ofSeconds(4), waiter::close);
    assertTrue(!hasPlatformThread());
    operations.close();
    assertThrows(ExecutionException.class, () -> wait.get(1, TimeUnit.MINUTES));
    assertTrue(!hasPlatformThread());
  }

  @Test
  void eachIsToldWhyThereIsNoProgress() {
    AtomicBoolean broken = new AtomicBoolean();
    BooleanSupplier progress =
        () -> {
          if (broken.get()) {
            throw new IllegalStateException("thrown by the test");
          }
          return false;
        };
    Waiter breaking = new Waiter(bootstrap, progress, bell, policy, board);
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      waits.add(startForever(breaking));
    }
    broken.set(true);
    for (CompletableFuture<Void> wait : waits) {
      var end = assertThrows(ExecutionException.class, () -> wait.get(1, TimeUnit.MINUTES));
      assertEquals("thrown by the test", end.getCause().getMessage());
    }
    breaking.close();
  }

  @Test
  void thePlatformThreadEndsWithoutWaitsAndStartsAnew() throws Exception {
    for (int i = 0; i < 2; i++) {
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> wait =
          start(() -> waiter.await(over::get, LONG_NANOS, () -> "the end"));
      while (board.oldestNanos() == 0) {
        Thread.onSpinWait();
      }
      assertTrue(hasPlatformThread());
      over.set(true);
      wait.get(1, TimeUnit.MINUTES);
      assertTimeoutPreemptively(
          Duration.ofMinutes(1),
          () -> {
            while (hasPlatformThread()) {
              TimeUnit.MILLISECONDS.sleep(50);
            }
          });
    }
  }

  @Test
  void aReportNamesSomeAndCountsTheOthers() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      waits.add(start(() -> waiter.await(over::get, LONG_NANOS, () -> "the end")));
    }
    Pattern expected = Pattern.compile("  thread #\\d+: has waited .* for the end\n");
    while (!expected.matcher(board.report()).find() || !board.report().contains(" more threads")) {
      Thread.onSpinWait();
    }
    assertTrue(board.report().lines().count() < THREADS);
    over.set(true);
    awaitAll(waits);
  }

  @Test
  void failureAndCloseEndThem() throws Exception {
    CompletableFuture<Void> closed = startForever(waiter);
    waiter.close();
    var end = assertThrows(ExecutionException.class, () -> closed.get(1, TimeUnit.MINUTES));
    assertSame(ArmciException.class, end.getCause().getClass());

    Waiter other = new Waiter(bootstrap, () -> false, bell, policy, board);
    CompletableFuture<Void> failed = startForever(other);
    bootstrap.abort("the test says so");
    end = assertThrows(ExecutionException.class, () -> failed.get(1, TimeUnit.MINUTES));
    assertSame(RankFailedException.class, end.getCause().getClass());
    other.close();
  }
}
