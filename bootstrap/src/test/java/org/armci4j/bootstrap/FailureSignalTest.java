package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
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

  @Test
  void aWakeUpMayTakeItsCallersLock() throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    Object lock = new Object();
    signal.onFailure(
        () -> {
          synchronized (lock) {
            woken.countDown();
          }
        });
    synchronized (lock) {
      signal.raise(FIRST);
    }
    woken.await();
  }

  @Test
  void afterClosingNothingIsRaised() {
    signal.onFailure(() -> {});
    signal.close();
    signal.raise(FIRST);
    assertNull(signal.get());
  }
}
