package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FailureSignalTest {
  private static final Failure FIRST = new Failure(1, "host", "first");
  private static final Failure SECOND = new Failure(2, "host", "second");

  private final FailureSignal signal = new FailureSignal(0);

  private void awaitWakeUp() throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    signal.onFailure(woken::countDown);
    assertEquals(true, woken.await(20, TimeUnit.SECONDS));
  }

  @Test
  void theFirstCounts() {
    assertNull(signal.get());
    signal.raise(FIRST);
    signal.raise(SECOND);
    assertEquals(FIRST, signal.get());
  }

  @Test
  void everyWakeUpRunsOnceAndSeesTheFailure() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch called = new CountDownLatch(1);
    signal.onFailure(
        () -> {
          calls.addAndGet(FIRST.equals(signal.get()) ? 1 : 100);
          called.countDown();
        });
    signal.raise(FIRST);
    called.await();
    signal.raise(SECOND);
    awaitWakeUp();
    assertEquals(1, calls.get());
  }

  /** The lock knows no owner: a wake-up on its caller's own thread would wait for it too. */
  @Test
  void aWakeUpMayTakeItsCallersLock() throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    Semaphore heldByTheCaller = new Semaphore(0);
    signal.onFailure(
        () -> {
          heldByTheCaller.acquireUninterruptibly();
          woken.countDown();
        });
    Thread caller = Thread.ofPlatform().daemon().start(() -> signal.raise(FIRST));
    assertTrue(caller.join(Duration.ofSeconds(20)), "the caller waits for its wake-up");
    heldByTheCaller.release();
    assertTrue(woken.await(20, TimeUnit.SECONDS));
  }

  @Test
  void afterClosingNothingIsRaised() {
    signal.onFailure(() -> {});
    signal.close();
    signal.raise(FIRST);
    assertNull(signal.get());
  }
}
