package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.transport.ucx.ucp.UcpContext;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that sleep at a worker to which nothing comes: only what is counted wakes them. */
class OriginBellTest {
  /** A thread that is not woken sleeps longer than a test may take. */
  private static final long FOREVER_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final long LIMIT_SECONDS = 60;
  private static final int ROUNDS = 2000;

  private UcpContext context;
  private OriginWorker origin;

  @BeforeEach
  void open() {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    context =
        UcpContext.open(UcxLibrary.find().library(), Map.of("TLS", "tcp", "NET_DEVICES", "lo"), 1);
    origin = new OriginWorker(context.newWorker(), 0, "none", () -> {});
  }

  @AfterEach
  void close() {
    if (origin != null) {
      origin.close();
      context.close();
    }
  }

  /** Each turn comes at another moment of the sleeper's way to its sleep. */
  @Test
  void whatIsCountedWakesTheSleeper() throws InterruptedException {
    AtomicInteger turn = new AtomicInteger();
    Semaphore seen = new Semaphore(0);
    Thread sleeper =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int next = 1; next <= ROUNDS; next++) {
                    while (turn.get() < next) {
                      origin.bell().park(0, FOREVER_NANOS);
                    }
                    seen.release();
                  }
                });
    for (int next = 1; next <= ROUNDS; next++) {
      for (int i = next % 97; i > 0; i--) {
        Thread.onSpinWait();
      }
      turn.set(next);
      origin.moved();
      assertTrue(
          seen.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS), "the sleeper missed turn " + next);
    }
    sleeper.join();
  }
}
