package org.armci4j.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Ranks.Running;
import org.junit.jupiter.api.Test;

/** How a job goes on without ranks that fail, wherever ranks meet. */
abstract class LossContract extends BootstrapFixture {
  private static Running<List<byte[]>> survey(Bootstrap rank, String key, int... members) {
    return Ranks.start(() -> rank.survey(key, members, bytes("of " + rank.rank()), LONG));
  }

  private static List<String> textsOrNone(List<byte[]> values) {
    return values.stream().map(value -> value == null ? "none" : new String(value, UTF_8)).toList();
  }

  private static void awaitLoss(Bootstrap rank, int lost) {
    Await.until("loss of " + lost, () -> rank.lost().of(lost) != null);
  }

  @Test
  void theOthersAreToldAndGoOn() throws Exception {
    List<Bootstrap> ranks = job(3);
    var waiting = start(ranks.get(0), "k", 0, 1);
    waiting.awaitWaiting();
    jobUnderTest.lose(1, "exit code 3");
    BootstrapException ended = thrownBy(waiting);
    assertEquals(new Failure(1, Host.name(), "exit code 3"), ended.failure());
    assertEquals(ended.failure(), thrownBy(start(ranks.get(2), "l", 1, 2)).failure());
    for (int rank : new int[] {0, 2}) {
      awaitLoss(ranks.get(rank), 1);
      assertNull(ranks.get(rank).failure());
      assertEquals(ended.failure(), ranks.get(rank).lost().all().getFirst().failure());
    }
    assertEquals(
        List.of("of 0", "of 2"),
        texts(Ranks.run(2, i -> start(ranks.get(2 * i), "m", 0, 2).get()).getFirst()));
  }

  @Test
  void eachLossWakesOnceAndTheFirstReasonStays() throws Exception {
    List<Bootstrap> ranks = job(3);
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(2);
    ranks.get(0).onLoss(first::countDown);
    ranks.get(0).onLoss(second::countDown);
    jobUnderTest.lose(1, "gone");
    assertTrue(first.await(LONG, TimeUnit.NANOSECONDS));
    jobUnderTest.lose(1, "gone again");
    jobUnderTest.lose(2, "gone too");
    assertTrue(second.await(LONG, TimeUnit.NANOSECONDS));
    awaitLoss(ranks.get(0), 2);
    assertEquals(
        List.of("gone", "gone too"),
        ranks.get(0).lost().all().stream().map(loss -> loss.failure().reason()).toList());
    CountDownLatch late = new CountDownLatch(1);
    ranks.get(0).onLoss(late::countDown);
    assertTrue(late.await(LONG, TimeUnit.NANOSECONDS));
  }

  @Test
  void aSurveyEndsWithoutTheLost() throws Exception {
    List<Bootstrap> ranks = job(3);
    var zero = survey(ranks.get(0), "k", world(3));
    var two = survey(ranks.get(2), "k", world(3));
    zero.awaitWaiting();
    two.awaitWaiting();
    jobUnderTest.lose(1, "gone");
    assertEquals(List.of("of 0", "none", "of 2"), textsOrNone(zero.get()));
    assertEquals(List.of("of 0", "none", "of 2"), textsOrNone(two.get()));
    var again = survey(ranks.get(0), "l", world(3));
    again.awaitWaiting();
    assertEquals(
        List.of("of 0", "none", "of 2"), textsOrNone(survey(ranks.get(2), "l", world(3)).get()));
    assertEquals(List.of("of 0", "none", "of 2"), textsOrNone(again.get()));
  }

  @Test
  void aSurveyKeepsWhatALostRankHadSaid() throws Exception {
    List<Bootstrap> ranks = job(3);
    var one = survey(ranks.get(1), "k", world(3));
    one.awaitWaiting();
    var zero = survey(ranks.get(0), "k", world(3));
    zero.awaitWaiting();
    // Both have surely arrived once a later exchange of theirs has.
    Ranks.run(2, i -> start(ranks.get(i), "here", 0, 1).get());
    jobUnderTest.lose(1, "gone");
    awaitLoss(ranks.get(2), 1);
    assertEquals(
        List.of("of 0", "of 1", "of 2"), textsOrNone(survey(ranks.get(2), "k", world(3)).get()));
    assertEquals(List.of("of 0", "of 1", "of 2"), textsOrNone(zero.get()));
  }

  @Test
  void aSurveyEndsWithoutThoseThatLeave() throws Exception {
    List<Bootstrap> ranks = job(2);
    var zero = survey(ranks.get(0), "k", world(2));
    zero.awaitWaiting();
    ranks.get(1).close();
    assertEquals(List.of("of 0", "none"), textsOrNone(zero.get()));
  }

  /** The survey has failed when the rank is lost that it would then no longer wait for. */
  @Test
  void aSurveyThatHasFailedStaysSo() throws Exception {
    List<Bootstrap> ranks = job(3);
    var zero = survey(ranks.get(0), "k", world(3));
    zero.awaitWaiting();
    var one = Ranks.start(() -> ranks.get(1).survey("k", world(3), new byte[0], 1));
    assertSays("in vain", thrownBy(one));
    assertSays("in vain", thrownBy(zero));
    jobUnderTest.lose(2, "gone");
    awaitLoss(ranks.get(1), 2);
    Ranks.run(2, i -> start(ranks.get(i), "after", 0, 1).get());
  }

  @Test
  void whoJoinsLaterIsToldToo() throws Exception {
    jobUnderTest = jobOf(3);
    opened.add(jobUnderTest.open(0));
    jobUnderTest.lose(1, "gone before it came");
    Bootstrap two = jobUnderTest.open(2);
    opened.add(two);
    awaitLoss(two, 1);
    assertEquals("gone before it came", two.lost().of(1).reason());
    var zero = survey(opened.get(0), "k", world(3));
    assertEquals(List.of("of 0", "none", "of 2"), textsOrNone(survey(two, "k", world(3)).get()));
    assertEquals(List.of("of 0", "none", "of 2"), textsOrNone(zero.get()));
  }

  @Test
  void aFailureOfTheJobStillEndsIt() {
    List<Bootstrap> ranks = job(3);
    jobUnderTest.lose(1, "gone");
    var waiting = survey(ranks.get(0), "k", world(3));
    waiting.awaitWaiting();
    ranks.get(2).abort("no convergence");
    assertEquals(new Failure(2, Host.name(), "no convergence"), thrownBy(waiting).failure());
  }
}
