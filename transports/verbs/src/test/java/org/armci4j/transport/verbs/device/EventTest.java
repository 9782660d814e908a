package org.armci4j.transport.verbs.device;

import static org.armci4j.transport.verbs.device.SendRequests.SIGNALLED;
import static org.armci4j.transport.verbs.device.SendRequests.SOLICITED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks sleeping on completions: events, time-outs, and being woken. */
class EventTest {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private QueuePairs pairs;

  @BeforeEach
  void connect() {
    pairs = new QueuePairs(false);
  }

  @AfterEach
  void disconnect() {
    if (pairs != null) {
      pairs.close();
    }
  }

  private void postWrite() {
    pairs.requests.clear();
    pairs
        .requests
        .write(1, pairs.remote.address(), pairs.remoteKey(), SIGNALLED)
        .segment(pairs.local.address(), 8, pairs.localKey());
    pairs.origin.post(pairs.requests);
  }

  private void send(int flags) {
    ReceiveRequests receive = new ReceiveRequests(1);
    receive.add(1, pairs.remote.address(), 64, pairs.remoteRegistration.localKey());
    pairs.sharedReceives.post(receive);
    pairs.requests.clear();
    pairs.requests.send(1, flags | SIGNALLED).segment(pairs.local.address(), 8, pairs.localKey());
    pairs.origin.post(pairs.requests);
    assertEquals(1, pairs.poll(pairs.sends));
    assertEquals(WorkStatus.SUCCESS, pairs.completions.status(0));
  }

  @Test
  void sleepEndsWithItsTime() {
    pairs.sends.requestNotification(false);
    long start = System.nanoTime();
    assertFalse(pairs.sends.awaitEvent(SHORT_NANOS));
    assertTrue(System.nanoTime() - start >= SHORT_NANOS);
  }

  @Test
  void completionIsAnEvent() {
    pairs.sends.requestNotification(false);
    postWrite();
    assertTrue(pairs.sends.awaitEvent(LONG_NANOS));
    assertEquals(1, pairs.poll(pairs.sends));
    assertFalse(pairs.sends.awaitEvent(SHORT_NANOS), "one event for one request of it");
  }

  @Test
  void completionWakesTheThreadThatSleeps() throws Exception {
    pairs.sends.requestNotification(false);
    CompletableFuture<Boolean> sleeper =
        CompletableFuture.supplyAsync(() -> pairs.sends.awaitEvent(LONG_NANOS));
    postWrite();
    assertTrue(sleeper.get(LONG_NANOS, TimeUnit.NANOSECONDS));
  }

  @Test
  void anotherThreadWakes() throws Exception {
    CompletableFuture<Boolean> sleeper =
        CompletableFuture.supplyAsync(() -> pairs.receives.awaitEvent(LONG_NANOS));
    pairs.receives.wake();
    long start = System.nanoTime();
    assertTrue(sleeper.get(LONG_NANOS, TimeUnit.NANOSECONDS));
    assertTrue(System.nanoTime() - start < LONG_NANOS / 2, "it slept its time out");
    assertEquals(0, pairs.receives.poll(pairs.completions));
  }

  @Test
  void wakesAreKeptForTheNextSleepAndForOneOnly() {
    pairs.receives.wake();
    pairs.receives.wake();
    assertTrue(pairs.receives.awaitEvent(LONG_NANOS));
    assertFalse(pairs.receives.awaitEvent(SHORT_NANOS));
  }

  @Test
  void onlySolicitedSendsWakeWhoAskedForThose() {
    pairs.receives.requestNotification(true);
    send(0);
    assertFalse(pairs.receives.awaitEvent(SHORT_NANOS));
    send(SOLICITED);
    assertTrue(pairs.receives.awaitEvent(LONG_NANOS));
  }

  @Test
  void manyEventsAreAcknowledged() {
    // More than one batch of acknowledgements; with one missing, closing would not return.
    for (int i = 0; i < 150; i++) {
      pairs.sends.requestNotification(false);
      postWrite();
      assertTrue(pairs.sends.awaitEvent(LONG_NANOS));
      assertEquals(1, pairs.poll(pairs.sends));
    }
  }

  @Test
  void queueWithoutEventsSaysSo() {
    try (CompletionQueue plain = pairs.device.createCompletionQueue(10, false)) {
      assertTrue(plain.capacity() >= 10);
      assertThrows(IllegalStateException.class, () -> plain.awaitEvent(1));
      assertThrows(IllegalStateException.class, plain::wake);
    }
  }

  @Test
  void queueBeyondTheDevicesLimitNamesTheLimit() {
    int most = pairs.device.attributes().maxCompletions();
    VerbsException refused =
        assertThrows(
            VerbsException.class, () -> pairs.device.createCompletionQueue(most + 1, true));
    assertEquals(22, refused.errno());
    assertTrue(refused.getMessage().contains("allows " + most), refused::getMessage);
  }
}
