package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks whose processes are replaced: who meets whom in which epoch. */
@Timeout(300)
class NextEpochTest {
  private static final String KILLED = "was killed by SIGKILL";

  private static SettingsBuilder settings() {
    return ServerFixture.settings()
        .set(BootstrapSettings.ON_FAILURE, OnFailure.REPLACE)
        .set(BootstrapSettings.LOSS_GRACE, Duration.ofMillis(10));
  }

  private static Bootstrap openNext(ServerFixture fixture, int rank) {
    return Bootstrap.open(fixture.membership(rank).ofIncarnation(1), fixture.settings);
  }

  private static void replace(ServerFixture fixture, int rank, int epoch) {
    fixture.server.replace(rank, KILLED);
    fixture.awaitNews("vacated " + rank + " in epoch " + epoch);
  }

  private static void awaitFailureOfRankOne(Bootstrap rank) {
    Await.until("failure", () -> rank.failure() != null);
    assertEquals(new Failure(1, "host", KILLED), rank.failure());
  }

  private static RawPeer join(ServerFixture fixture, int rank) throws IOException {
    RawPeer peer = RawPeer.join(fixture.server, fixture.options, rank);
    peer.send(new Message.Join("host"));
    fixture.awaitNews("joined " + rank);
    return peer;
  }

  /** Rank 0 comes again at once; rank 2 stays in its old epoch for long, and is late there too. */
  @Test
  void allMeetInTheNextEpoch() throws Exception {
    try (ServerFixture fixture = new ServerFixture(3, settings());
        Bootstrap zero = fixture.open(0);
        RawPeer one = join(fixture, 1);
        Bootstrap two = fixture.open(2)) {
      assertEquals(0, zero.epoch());
      replace(fixture, 1, 1);
      assertEquals("nothing", one.awaitEnd());
      awaitFailureOfRankOne(zero);
      leave(zero);
      try (Bootstrap again = fixture.open(0);
          Bootstrap next = openNext(fixture, 1)) {
        awaitFailureOfRankOne(two);
        two.refuse("places", "too late");
        leave(two);
        try (Bootstrap late = fixture.open(2)) {
          ServerFixture.assertWorks(again, next, late);
          assertNull(again.failure());
          assertEquals(1, again.epoch());
          assertEquals(1, late.epoch());
          assertTrue(next.restarted());
          assertFalse(late.restarted());
        }
      }
    }
  }

  /** A rank may prove itself in one epoch and join only after its end. */
  @Test
  void aRankThatWasAboutToJoinLearnsThatItsEpochIsOver() throws Exception {
    try (ServerFixture fixture = new ServerFixture(3, settings());
        Bootstrap zero = fixture.open(0);
        RawPeer _ = join(fixture, 1);
        RawPeer two = RawPeer.join(fixture.server, fixture.options, 2)) {
      replace(fixture, 1, 1);
      two.send(new Message.Join("host"));
      assertEquals(new Failure(1, "host", KILLED), ((Message.JobFailed) two.receive()).failure());
      leave(zero);
      try (Bootstrap again = fixture.open(0);
          Bootstrap next = openNext(fixture, 1);
          Bootstrap late = fixture.open(2)) {
        ServerFixture.assertWorks(again, next, late);
      }
    }
  }

  @Test
  void aRankThatHasNotJoinedEndsNoEpoch() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, settings());
        Bootstrap zero = fixture.open(0);
        RawPeer proved = RawPeer.join(fixture.server, fixture.options, 1)) {
      replace(fixture, 1, 0);
      assertEquals("nothing", proved.awaitEnd());
      try (Bootstrap one = openNext(fixture, 1)) {
        ServerFixture.assertWorks(zero, one);
        assertEquals(0, one.epoch());
      }
      assertNull(zero.failure());
    }
  }

  @Test
  void ranksThatFailTogetherEndOneEpoch() throws Exception {
    try (ServerFixture fixture = new ServerFixture(3, settings());
        Bootstrap zero = fixture.open(0);
        RawPeer _ = join(fixture, 1);
        RawPeer _ = join(fixture, 2)) {
      replace(fixture, 1, 1);
      replace(fixture, 2, 1);
      leave(zero);
      try (Bootstrap again = fixture.open(0);
          Bootstrap one = openNext(fixture, 1);
          Bootstrap two = openNext(fixture, 2)) {
        ServerFixture.assertWorks(again, one, two);
        replace(fixture, 2, 2); // and the next epoch can end as well
        Await.until("failure", () -> again.failure() != null);
        assertEquals(2, again.failure().rank());
      }
    }
  }

  /** The launcher may notice the end of the process before the server reads what it said. */
  @Test
  void theLastWordsOfARankMayEndTheJob() throws Exception {
    SettingsBuilder patient = settings().set(BootstrapSettings.LOSS_GRACE, Duration.ofMinutes(1));
    try (ServerFixture fixture = new ServerFixture(2, patient);
        Bootstrap zero = fixture.open(0);
        RawPeer one = join(fixture, 1)) {
      fixture.server.replace(1, KILLED);
      assertEquals("", fixture.server.exchangesUnderWay()); // behind the call above
      one.send(new Message.Abort("enough"));
      leave(one);
      Await.until("failure", () -> zero.failure() != null);
      assertEquals(new Failure(1, "host", "enough"), zero.failure());
      fixture.awaitNews("aborted 1: enough");
    }
  }

  /** So may those of a rank that has not noticed the end of an earlier epoch. */
  @Test
  void theLastWordsInAnEarlierEpochMayEndTheJob() throws Exception {
    SettingsBuilder patient = settings().set(BootstrapSettings.LOSS_GRACE, Duration.ofMinutes(1));
    try (ServerFixture fixture = new ServerFixture(3, patient);
        RawPeer one = join(fixture, 1)) {
      RawPeer two = join(fixture, 2);
      fixture.server.replace(2, KILLED);
      leave(two);
      fixture.awaitNews("vacated 2 in epoch 1");
      fixture.server.replace(1, KILLED);
      assertEquals("", fixture.server.exchangesUnderWay()); // behind the call above
      one.send(new Message.Abort("enough"));
      leave(one);
      fixture.awaitNews("aborted 1: enough");
    }
  }

  /** The end of a process on a swapping host may not be known when its successor starts. */
  @Test
  void aProcessWhosePlaceIsTakenComesNotBack() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, settings());
        Bootstrap zero = fixture.open(0);
        Bootstrap old = fixture.open(1)) {
      fixture.awaitNews("joined 1");
      replace(fixture, 1, 1);
      Await.until("failure", () -> old.failure() != null);
      leave(old);
      leave(zero);
      var refused = assertThrows(BootstrapException.class, () -> fixture.open(1).close());
      assertEquals("another process has taken the place of rank 1", refused.failure().reason());
      try (Bootstrap again = fixture.open(0);
          Bootstrap next = openNext(fixture, 1)) {
        ServerFixture.assertWorks(again, next);
      }
    }
  }

  @Test
  void aFailureThatEndsTheJobIsNamedToThoseThatOpenAgain() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, settings());
        Bootstrap zero = fixture.open(0)) {
      fixture.server.fail(1, "no spare is left");
      fixture.server.replace(1, KILLED);
      Await.until("failure", () -> zero.failure() != null);
      leave(zero);
      var over = assertThrows(BootstrapException.class, () -> fixture.open(0).close());
      assertEquals(new Failure(1, Host.name(), "no spare is left"), over.failure());
      assertFalse(fixture.news.contains("vacated 1 in epoch 1"), fixture.news::toString);
    }
  }

  private static Message overdue(Duration patience) throws IOException {
    SettingsBuilder settings = settings().set(BootstrapSettings.REJOIN_TIMEOUT, patience);
    try (ServerFixture fixture = new ServerFixture(3, settings);
        Bootstrap slow = fixture.open(0);
        RawPeer _ = join(fixture, 1)) {
      replace(fixture, 1, 1);
      awaitFailureOfRankOne(slow);
      try (RawPeer two = join(fixture, 2)) {
        two.send(new Message.Contribute(7, false, "k", new int[] {0, 2}, new byte[0]));
        two.send(new Message.Overdue("k", "waited"));
        return two.receive();
      }
    }
  }

  /** A survivor may compute for long before it notices the failure. */
  @Test
  void thoseThatHaveOpenedAgainWaitForTheOthers() throws IOException {
    assertInstanceOf(Message.WaitExtended.class, overdue(Duration.ofHours(1)));
  }

  /** Those that have opened again wait for such a rank, so the report must say what it does. */
  @Test
  void aRankThatIsStillInAnEarlierEpochIsAskedWhatItWaitsFor() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, settings());
        Bootstrap zero = fixture.open(0);
        RawPeer _ = join(fixture, 1)) {
      replace(fixture, 1, 1);
      awaitFailureOfRankOne(zero);
      List<WaitReport> reports = fixture.server.reports(Await.LIMIT_NANOS);
      assertTrue(reports.get(0).answered());
      assertTrue(reports.get(0).text().startsWith("is still in epoch 0:\n"), reports::toString);
      assertEquals("has not joined the job's epoch 1", reports.get(1).text());
    }
  }

  @Test
  void theirWaitHasALimit() throws IOException {
    Message end = overdue(Duration.ofNanos(1));
    String reason = ((Message.NotCompleted) end).reason();
    assertEquals(
        "rank 2 waited in vain for others to open again within 0 ms (rejoinTimeout);"
            + " not arrived: ranks [0]",
        reason);
  }

  /** Leaves an epoch before the end of the try that has opened it. */
  private static void leave(AutoCloseable rank) throws Exception {
    rank.close();
  }
}
