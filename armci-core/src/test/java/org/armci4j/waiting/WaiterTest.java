package org.armci4j.waiting;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaiterTest {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final WaitBoard board = new WaitBoard(0);
  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), Settings.resolve(BootstrapSettings.ALL));
  private final WaitPolicy policy =
      WaitPolicy.of(
          ArmciSettings.builder().set(WaitSettings.PARK_AFTER, Duration.ofNanos(1000)).resolve(),
          1,
          1);
  private final CountingBell bell = new CountingBell();
  private final AtomicInteger progresses = new AtomicInteger();
  private final Waiter waiter = waiter(() -> progresses.incrementAndGet() < 0);

  private Waiter waiter(BooleanSupplier progress) {
    return new Waiter(bootstrap, progress, bell, policy, board);
  }

  @AfterEach
  void close() {
    bootstrap.close();
  }

  /** Counts what waits do with it. */
  private static final class CountingBell implements Doorbell {
    private final Nap nap = new Nap();
    private final AtomicInteger announced = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicInteger dozes = new AtomicInteger();

    @Override
    public int announce() {
      announced.incrementAndGet();
      return nap.announce();
    }

    @Override
    public void park(int ticket, long timeoutNanos) {
      parked.incrementAndGet();
      nap.park(ticket, timeoutNanos);
    }

    @Override
    public void retract() {
      announced.decrementAndGet();
    }

    @Override
    public void ring() {}

    @Override
    public boolean doze() {
      dozes.incrementAndGet();
      return true;
    }
  }

  @Test
  void aWordIsSeenInEveryRelation() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      word.set(JAVA_LONG, 0, 5);
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.EQ, 5, 0, "word"));
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.NE, 4, 0, "word"));
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.GT, 4, 0, "word"));
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.GE, 5, 0, "word"));
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.LT, 6, 0, "word"));
      assertEquals(5, waiter.awaitWord(word, 0, WordCondition.LE, 5, 0, "word"));
      for (WordCondition condition : WordCondition.values()) {
        for (long value = 4; value <= 6; value++) {
          assertEquals(condition.test(5, value), condition.holds(word, 0, value));
        }
      }
    }
  }

  /** Each of its looks moves an operation on, and may be taken from the rank that is waited for. */
  @Test
  void waitsForOperationsLearnToGiveWayAfterOneLook() {
    Waiter operations = waiter.forOperations();
    assertTrue(looksBeforeItGivesWay(operations) > 100);
    for (int i = 0; i < 20; i++) {
      looksBeforeItGivesWay(operations);
      looksBeforeItGivesWay(waiter);
    }
    assertEquals(2, looksBeforeItGivesWay(operations), "one before the wait, and one in it");
    assertTrue(looksBeforeItGivesWay(waiter) > 20);
  }

  /**
   * A look at an operation takes as long as eight looks at a word, and so polls as often in time.
   */
  @Test
  void waitsForOperationsPollAtEachEighthLook() {
    WaitPolicy words = policy.whereProgressServes(false);
    WaitPolicy operations = words.forOperations();
    for (int look = 0; look < 256; look++) {
      assertEquals(look % 64 == 63, words.polls(look), "look " + look);
      assertEquals(look % 8 == 7, operations.polls(look), "look " + look);
    }
    assertFalse(policy.forHelper().forOperations().polls());
  }

  /** Nothing but progress can end the wait for a rank that has no way here but the network. */
  @Test
  void waitsForWhatProgressAloneBringsPollAtEachLook() {
    WaitPolicy words = policy.whereProgressServes(true);
    for (int look = 0; look < 256; look++) {
      assertTrue(words.polls(look), "look " + look);
      assertTrue(words.forOperations().polls(look), "look " + look);
    }
    assertTrue(words.spins() < policy.spins(), "a look that polls takes longer");
    assertEquals(words.spins(), words.forOperations().spins(), "and as long at an operation");
  }

  private int looksBeforeItGivesWay(Waiter by) {
    AtomicInteger looks = new AtomicInteger();
    int before = bell.dozes.get();
    by.await(
        () -> bell.dozes.get() > before || looks.incrementAndGet() < 0, LONG_NANOS, () -> "a doze");
    return looks.get();
  }

  @Test
  void aWaitThatLastsParksAndEndsWithItsTimeOut() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG, 2);
      long limitNanos = TimeUnit.MILLISECONDS.toNanos(30);
      long startNanos = System.nanoTime();
      var late =
          assertThrows(
              ArmciTimeoutException.class,
              () -> waiter.awaitWord(word, 8, WordCondition.GE, 3, limitNanos, "signal of rank 7"));
      assertTrue(System.nanoTime() - startNanos >= limitNanos);
      assertEquals(
          "signal of rank 7: word at offset 8 GE 3 did not come within 30 ms", late.getMessage());
      assertTrue(bell.parked.get() > 0);
      assertEquals(0, bell.announced.get(), "every announcement is retracted");
      assertEquals(0, board.oldestNanos(), "no post is left");
      assertTrue(progresses.get() > 0);
    }
  }

  @Test
  void aLongWaitStandsOnTheBoard() throws Exception {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> waiter.await(over::isDone, LONG_NANOS, () -> "what the test brings"));
    long deadline = System.nanoTime() + LONG_NANOS;
    while (board.oldestNanos() == 0) {
      assertTrue(System.nanoTime() < deadline);
      Thread.onSpinWait();
    }
    assertTrue(board.report().contains("what the test brings"), board.report());
    over.complete(null);
    thread.join();
    assertEquals(0, board.oldestNanos());
  }

  @Test
  void aPartOfAReportThatFailsCostsNoOther() {
    board.addPart(
        () -> {
          throw new StackOverflowError();
        });
    board.addPart(() -> null);
    board.addPart(() -> "the last part");
    String report = board.report();
    assertTrue(report.contains("(unknown: java.lang.StackOverflowError)"), report);
    assertTrue(report.contains("the last part"), report);
  }

  @Test
  void whatIsLeftOfALimitIsNeverNegative() {
    long start = Waiter.startNanos(1);
    assertEquals(Long.MAX_VALUE, Waiter.leftNanos(0, Long.MAX_VALUE));
    assertTrue(Waiter.leftNanos(start, Long.MAX_VALUE - 1) > 0);
    for (long limit : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
      assertEquals(0, Waiter.leftNanos(start, limit));
    }
  }

  @Test
  void progressBringsWhatTransfersWaitFor() {
    AtomicInteger left = new AtomicInteger(1000);
    Waiter transfers = Waiter.forTransfers(bootstrap, () -> left.decrementAndGet() > 0, policy);
    transfers.await(() -> left.get() <= 0, LONG_NANOS, () -> "transfers");
    assertTrue(left.get() <= 0);
  }

  /** Where others need the core, a wait leaves it soon; later it finds that it need not. */
  @Test
  void spinsOfTransfersAreTriedAgain() {
    AtomicInteger left = new AtomicInteger();
    Waiter transfers =
        Waiter.forTransfers(bootstrap, () -> left.decrementAndGet() < 0, bell, policy);
    for (int looks : new int[] {150, 150, 150, 150, 150, 150}) {
      awaitAfter(transfers, left, looks);
    }
    bell.dozes.set(0);
    awaitAfter(transfers, left, 50);
    assertTrue(bell.dozes.get() > 30, "it has learnt to sleep soon: " + bell.dozes);
    for (int wait = 0; wait < 40; wait++) {
      awaitAfter(transfers, left, 50);
    }
    bell.dozes.set(0);
    awaitAfter(transfers, left, 50);
    assertEquals(0, bell.dozes.get(), "it has learnt that spinning does");
  }

  private static void awaitAfter(Waiter waiter, AtomicInteger left, int looks) {
    left.set(looks);
    waiter.await(() -> left.get() <= 0, LONG_NANOS, () -> "transfers");
  }

  @Test
  void failureAndCloseEndWaits() throws Exception {
    CompletableFuture<Void> closed = waitForEver(waiter);
    waiter.close();
    var end = assertThrows(ExecutionException.class, () -> closed.get(1, TimeUnit.MINUTES));
    assertSame(ArmciException.class, end.getCause().getClass());
    assertTrue(end.getCause().getMessage().contains("this runtime is closed"));

    CompletableFuture<Void> failed = waitForEver(waiter(() -> false));
    bootstrap.abort("the test says so");
    end = assertThrows(ExecutionException.class, () -> failed.get(1, TimeUnit.MINUTES));
    assertSame(RankFailedException.class, end.getCause().getClass());
    assertTrue(end.getCause().getMessage().contains("what never comes"));
  }

  private static CompletableFuture<Void> waitForEver(Waiter waiter) {
    return CompletableFuture.runAsync(
        () -> waiter.await(() -> false, LONG_NANOS, () -> "what never comes"),
        task -> Thread.ofPlatform().daemon().start(task));
  }
}
