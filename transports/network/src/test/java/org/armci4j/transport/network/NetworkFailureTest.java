package org.armci4j.transport.network;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.FailureSignal;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lost connection is often the sign of a failed rank, of which there is news a moment later. */
class NetworkFailureTest {
  private static final Failure CAUSE = new Failure(0, "a", "aborted the job");

  private final ArmciException lost =
      new ArmciException("rank 3 lost its connection to rank 1 through a wire: no such memory");

  @Test
  void aFailedRankOfWhichThereIsNewsSoonIsTheCause() {
    Iterator<Failure> news = Arrays.asList(null, null, CAUSE).iterator();
    NetworkFailure failures = new NetworkFailure(news::next);
    failures.fail(lost);
    RankFailedException told = assertThrows(RankFailedException.class, failures::check);
    assertSame(CAUSE, told.failure());
  }

  /** The launcher is sure of a lost host only after the heartbeat's limit. */
  @Test
  @Timeout(60)
  void whereRanksAreReplacedTheNewsMayTakeLong() {
    long start = System.nanoTime();
    long lateNanos = TimeUnit.MILLISECONDS.toNanos(2100);
    NetworkFailure failures =
        NetworkFailure.ofReplacedRanks(
            () -> System.nanoTime() - start < lateNanos ? null : CAUSE, TimeUnit.HOURS.toNanos(1));
    failures.fail(lost);
    RankFailedException told = assertThrows(RankFailedException.class, failures::check);
    assertSame(CAUSE, told.failure());
    assertThrows(RankFailedException.class, () -> failures.awaitLoss(1));
  }

  @Test
  void withoutNewsTheConnectionIsTheCause() {
    for (NetworkFailure failures : List.of(new NetworkFailure(() -> null), new NetworkFailure())) {
      assertDoesNotThrow(failures::check);
      failures.fail(lost);
      failures.fail(new ArmciException("a later one"));
      ArmciException told = assertThrows(ArmciException.class, failures::check);
      assertEquals(lost.getMessage(), told.getMessage());
    }
  }

  @Test
  void whereTheJobGoesOnARankIsSuspectedUntilItIsKnownToBeLost() {
    FailureSignal signal = new FailureSignal(3);
    NetworkFailure failures =
        new NetworkFailure(() -> null, signal.lost(), TimeUnit.HOURS.toNanos(1));
    failures.failConnection(lost);
    assertDoesNotThrow(failures::check);
    long nowNanos = System.nanoTime();
    assertDoesNotThrow(() -> failures.tell(1, lost, nowNanos, () -> ""));
    Failure loss = new Failure(1, "b", "was killed");
    signal.lose(loss);
    RankFailedException told =
        assertThrows(RankFailedException.class, () -> failures.tell(1, lost, nowNanos, () -> ""));
    assertSame(loss, told.failure());
    assertDoesNotThrow(() -> failures.tell(2, lost, nowNanos, () -> ""));
  }

  @Test
  void aSuspicionHasALimit() {
    NetworkFailure failures = new NetworkFailure(() -> null, new LostRanks(), 0);
    long before = System.nanoTime() - 1;
    ArmciException told =
        assertThrows(ArmciException.class, () -> failures.tell(1, lost, before, () -> ""));
    assertTrue(told.getMessage().contains("rank 1 has failed (heartbeatTimeout)"), told::toString);
  }

  @Test
  void anEndThatThisRankMadeIsToldAtOnce() {
    Iterator<Failure> news = Arrays.asList((Failure) null).iterator();
    NetworkFailure failures = new NetworkFailure(news::next); // looked at once
    ArmciException told = assertThrows(ArmciException.class, () -> failures.tell(lost, () -> ""));
    assertEquals(lost.getMessage(), told.getMessage());
  }
}
