package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How failures, aborts and good-byes reach every rank wherever ranks meet. */
abstract class FailureContract extends BootstrapFixture {
  @Test
  void failureWakesEverybody() throws Exception {
    List<Bootstrap> ranks = job(3);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch called = new CountDownLatch(2);
    List<Failure> seenInside = new ArrayList<>();
    for (int rank : new int[] {0, 2}) {
      ranks
          .get(rank)
          .onFailure(
              () -> {
                synchronized (seenInside) {
                  seenInside.add(ranks.get(rank).failure());
                }
                calls.incrementAndGet();
                called.countDown();
              });
    }
    var first = start(ranks.get(0), "k", 0, 1);
    var second = start(ranks.get(2), "l", 1, 2);
    first.awaitWaiting();
    second.awaitWaiting();
    assertNull(ranks.get(0).failure());
    jobUnderTest.fail(1, "exit code 3");
    for (var waiting : List.of(first, second)) {
      BootstrapException ended = thrownBy(waiting);
      assertEquals(1, ended.failure().rank());
      assertEquals(Host.name(), ended.failure().host());
      assertSays("rank 1 on " + Host.name() + " failed: exit code 3", ended);
    }
    assertTrue(called.await(LONG, TimeUnit.NANOSECONDS));
    seenInside.forEach(failure -> assertEquals("exit code 3", failure.reason()));
    // A later failure changes nothing, and later exchanges end at once.
    jobUnderTest.fail(2, "later");
    BootstrapException later = thrownBy(start(ranks.get(0), "m", 0, 2));
    assertEquals(1, later.failure().rank());
    assertEquals(2, calls.get());
  }

  @Test
  void whoAsksAfterTheFailureIsToldToo() throws Exception {
    List<Bootstrap> ranks = job(2);
    jobUnderTest.fail(1, "gone");
    Await.until("failure", () -> ranks.get(0).failure() != null);
    CountDownLatch called = new CountDownLatch(1);
    ranks.get(0).onFailure(called::countDown);
    assertTrue(called.await(LONG, TimeUnit.NANOSECONDS));
  }

  @Test
  void abortEndsTheJobForAll() {
    List<Bootstrap> ranks = job(3);
    var waiting = start(ranks.get(0), "k", world(3));
    waiting.awaitWaiting();
    ranks.get(2).abort("no convergence");
    assertEquals(new Failure(2, Host.name(), "no convergence"), thrownBy(waiting).failure());
    Await.until("failure at 1", () -> ranks.get(1).failure() != null);
    assertEquals(2, ranks.get(1).failure().rank());
    assertEquals(2, ranks.get(2).failure().rank());
  }

  @Test
  void closeWaitsForNobody() throws Exception {
    List<Bootstrap> ranks = job(3);
    var waiting = start(ranks.get(0), "k", world(3));
    waiting.awaitWaiting();
    ranks.get(1).close();
    ranks.get(1).close();
    assertSays("rank 1 has left the job", thrownBy(waiting));
    assertSays("rank 1 has left the job", thrownBy(start(ranks.get(2), "l", 2, 1)));
    assertSays("closed", thrownBy(start(ranks.get(1), "k", world(3))));
    // Without rank 1 the job goes on.
    Ranks.run(2, i -> ranks.get(2 * i).exchange("m", new int[] {0, 2}, new byte[0], LONG));
    assertNull(ranks.get(0).failure());
  }

  @Test
  void closeEndsOwnExchanges() {
    List<Bootstrap> ranks = job(2);
    var waiting = start(ranks.get(0), "k", 0, 1);
    waiting.awaitWaiting();
    ranks.get(0).close();
    assertSays("closed", thrownBy(waiting));
  }

  @Test
  void aClosedRankIsNotWokenAnyMore() throws Exception {
    List<Bootstrap> ranks = job(2);
    AtomicInteger calls = new AtomicInteger();
    ranks.get(0).onFailure(calls::incrementAndGet);
    ranks.get(0).close();
    CountDownLatch other = new CountDownLatch(1);
    ranks.get(1).onFailure(other::countDown);
    jobUnderTest.fail(1, "gone");
    assertTrue(other.await(LONG, TimeUnit.NANOSECONDS));
    assertEquals(0, calls.get());
  }

  @Test
  void interruptionEndsTheExchangeForAll() {
    List<Bootstrap> ranks = job(3);
    var waiting = start(ranks.get(0), "k", world(3));
    var interrupted = start(ranks.get(1), "k", world(3));
    waiting.awaitWaiting();
    interrupted.awaitWaiting();
    interrupted.thread().interrupt();
    assertSays("interrupted", thrownBy(interrupted));
    assertSays("rank 1 was interrupted", thrownBy(waiting));
  }

  @Test
  void nobodyJoinsAFailedJob() {
    jobUnderTest = jobOf(2);
    opened.add(jobUnderTest.open(0));
    jobUnderTest.fail(1, "exit code 9");
    Await.until("failure", () -> opened.get(0).failure() != null);
    BootstrapException refused = assertThrows(BootstrapException.class, () -> jobUnderTest.open(1));
    assertSays("exit code 9", refused);
  }
}
