package org.armci4j.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Ranks.Running;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every bootstrap for several ranks has to keep. */
@Timeout(60)
abstract class BootstrapContract {
  private static final long LONG = Await.LIMIT_NANOS;

  private final List<Bootstrap> opened = new ArrayList<>();

  /** Where the ranks of the test meet. */
  interface Meeting extends AutoCloseable {
    Bootstrap open(int rank);

    void fail(int rank, String reason);

    @Override
    void close();
  }

  private Meeting meeting;

  abstract Meeting meet(int size);

  private List<Bootstrap> job(int size) {
    meeting = meet(size);
    for (int rank = 0; rank < size; rank++) {
      opened.add(meeting.open(rank));
    }
    return List.copyOf(opened);
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Bootstrap::close);
    if (meeting != null) {
      meeting.close();
    }
  }

  private static int[] world(int size) {
    return IntStream.range(0, size).toArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static List<String> texts(List<byte[]> values) {
    return values.stream().map(value -> new String(value, UTF_8)).toList();
  }

  private static Running<List<byte[]>> start(Bootstrap rank, String key, int... members) {
    return Ranks.start(() -> rank.exchange(key, members, bytes("of " + rank.rank()), LONG));
  }

  private static BootstrapException thrownBy(Running<?> running) {
    return assertThrows(BootstrapException.class, running::get);
  }

  private static void assertSays(String expected, Exception exception) {
    assertTrue(exception.getMessage().contains(expected), exception.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void everyoneReceivesEveryonesValue(int size) throws Exception {
    List<Bootstrap> ranks = job(size);
    for (int round = 0; round < 20; round++) {
      String key = "world:" + round;
      List<String> expected =
          IntStream.range(0, size).mapToObj(rank -> key + " of " + rank).toList();
      Ranks.run(
          size,
          rank -> {
            byte[] mine = bytes(key + " of " + rank);
            List<byte[]> all = ranks.get(rank).exchange(key, world(size), mine, LONG);
            assertEquals(expected, texts(all));
            return null;
          });
    }
  }

  @Test
  void aKeyMayBeUsedAgainOnceItsExchangeIsOver() throws Exception {
    List<Bootstrap> ranks = job(3);
    Ranks.run(
        3,
        rank -> {
          for (int round = 0; round < 50; round++) {
            byte[] mine = bytes(rank + "/" + round);
            List<byte[]> all = ranks.get(rank).exchange("same", world(3), mine, LONG);
            assertEquals(List.of("0/" + round, "1/" + round, "2/" + round), texts(all));
          }
          return null;
        });
  }

  @Test
  void valuesComeInTheOrderOfTheMembers() throws Exception {
    List<Bootstrap> ranks = job(3);
    List<List<byte[]>> results =
        Ranks.run(
            3, rank -> ranks.get(rank).exchange("k", new int[] {2, 0, 1}, bytes("" + rank), LONG));
    results.forEach(values -> assertEquals(List.of("2", "0", "1"), texts(values)));
  }

  @Test
  void ranksKnowWhoTheyAre() {
    List<Bootstrap> ranks = job(3);
    for (int rank = 0; rank < 3; rank++) {
      assertEquals(rank, ranks.get(rank).rank());
      assertEquals(3, ranks.get(rank).size());
      assertEquals(ranks.get(0).jobId(), ranks.get(rank).jobId());
      assertEquals(ranks.get(0).hostId(), ranks.get(rank).hostId());
    }
  }

  @Test
  void manyExchangesAreUnderWayAtOnce() throws Exception {
    int size = 4;
    List<Bootstrap> ranks = job(size);
    long seed = Seed.of("manyExchangesAreUnderWayAtOnce");
    List<Running<Void>> all = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      Bootstrap mine = ranks.get(rank);
      int[] half = rank % 2 == 0 ? new int[] {0, 2} : new int[] {3, 1};
      for (int thread = 0; thread < 3; thread++) {
        // The third thread's groups are the halves: others than the world, at the same time.
        int[] members = thread == 2 ? half : world(size);
        String group = thread == 2 ? "half" + rank % 2 : "world" + thread;
        all.add(Ranks.start(() -> exchangeRandomly(mine, group, members, seed)));
      }
    }
    for (Running<Void> each : all) {
      each.get();
    }
  }

  private static Void exchangeRandomly(Bootstrap rank, String group, int[] members, long seed) {
    for (int round = 0; round < 40; round++) {
      String key = group + ":" + round;
      List<byte[]> values = rank.exchange(key, members, random(seed, key, rank.rank()), LONG);
      assertEquals(members.length, values.size());
      for (int i = 0; i < members.length; i++) {
        assertArrayEquals(random(seed, key, members[i]), values.get(i), key);
      }
    }
    return null;
  }

  private static byte[] random(long seed, String key, int rank) {
    Random random = new Random(seed ^ key.hashCode() * 31L ^ rank);
    byte[] value = new byte[random.nextInt(3000)];
    random.nextBytes(value);
    return value;
  }

  @Test
  void valuesMayBeLargeOrEmpty() throws Exception {
    List<Bootstrap> ranks = job(3);
    byte[] large = new byte[2 << 20];
    new Random(7).nextBytes(large);
    Ranks.run(
        3,
        rank -> {
          byte[] mine = rank == 1 ? large : new byte[0];
          List<byte[]> all = ranks.get(rank).exchange("sizes", world(3), mine, LONG);
          assertEquals(0, all.get(0).length);
          assertArrayEquals(large, all.get(1));
          assertEquals(0, all.get(2).length);
          return null;
        });
  }

  @Test
  void valuesAreCopies() throws Exception {
    List<Bootstrap> ranks = job(2);
    byte[] given = bytes("given");
    List<List<byte[]>> results =
        Ranks.run(2, rank -> ranks.get(rank).exchange("k", world(2), given, LONG));
    results.get(0).forEach(value -> value[0] = 'X');
    given[1] = 'Y';
    assertEquals(List.of("given", "given"), texts(results.get(1)));
  }

  @Test
  void timeOutNamesWhoHasNotCome() throws Exception {
    List<Bootstrap> ranks = job(4);
    var waiting = start(ranks.get(1), "k", world(4));
    waiting.awaitWaiting();
    long shortNanos = TimeUnit.MILLISECONDS.toNanos(300);
    var ended =
        assertThrows(
            BootstrapException.class,
            () -> ranks.get(0).exchange("k", world(4), new byte[0], shortNanos));
    assertSays("rank 0 waited 300 ms in vain; not arrived: ranks [2, 3]", ended);
    assertNull(ended.failure());
    assertSays("not arrived: ranks [2, 3]", thrownBy(waiting));
    // Who comes later learns it at once, and the job goes on.
    assertSays("waited 300 ms in vain", thrownBy(start(ranks.get(2), "k", world(4))));
    assertSays("waited 300 ms in vain", thrownBy(start(ranks.get(3), "k", world(4))));
    Ranks.run(4, rank -> ranks.get(rank).exchange("k", world(4), new byte[0], LONG));
    assertNull(ranks.get(0).failure());
  }

  @Test
  void disagreeingMembersAreToldSo() {
    List<Bootstrap> ranks = job(3);
    var first = start(ranks.get(0), "k", 0, 1);
    first.awaitWaiting();
    var second = start(ranks.get(1), "k", 1, 2);
    for (BootstrapException told : List.of(thrownBy(first), thrownBy(second))) {
      assertSays("members disagree: rank ", told);
      assertSays("rank 0 says [0, 1]", told);
      assertSays("rank 1 says [1, 2]", told);
    }
  }

  @Test
  void oneRankCannotComeTwice() throws Exception {
    List<Bootstrap> ranks = job(2);
    var one = start(ranks.get(0), "k", 0, 1);
    one.awaitWaiting();
    assertSays("already", thrownBy(start(ranks.get(0), "k", 0, 1)));
    assertEquals(List.of("of 0", "of 1"), texts(start(ranks.get(1), "k", 0, 1).get()));
    assertEquals(List.of("of 0", "of 1"), texts(one.get()));
  }

  @Test
  void wrongMembersAreRefusedBeforeAnythingIsSent() {
    Bootstrap rank = job(2).get(0);
    byte[] none = new byte[0];
    for (int[] members : new int[][] {{1}, {}, {0, 2}, {0, -1}, {0, 1, 0}}) {
      assertThrows(IllegalArgumentException.class, () -> rank.exchange("k", members, none, LONG));
    }
    assertThrows(
        IllegalArgumentException.class, () -> rank.exchange("", new int[] {0}, none, LONG));
    assertThrows(
        IllegalArgumentException.class,
        () -> rank.exchange("k".repeat(2000), new int[] {0}, none, LONG));
  }

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
    meeting.fail(1, "exit code 3");
    for (var waiting : List.of(first, second)) {
      BootstrapException ended = thrownBy(waiting);
      assertEquals(1, ended.failure().rank());
      assertEquals(Host.name(), ended.failure().host());
      assertSays("rank 1 on " + Host.name() + " failed: exit code 3", ended);
    }
    assertTrue(called.await(LONG, TimeUnit.NANOSECONDS));
    seenInside.forEach(failure -> assertEquals("exit code 3", failure.reason()));
    // A later failure changes nothing, and later exchanges end at once.
    meeting.fail(2, "later");
    BootstrapException later = thrownBy(start(ranks.get(0), "m", 0, 2));
    assertEquals(1, later.failure().rank());
    assertEquals(2, calls.get());
  }

  @Test
  void whoAsksAfterTheFailureIsToldToo() throws Exception {
    List<Bootstrap> ranks = job(2);
    meeting.fail(1, "gone");
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
    meeting.fail(1, "gone");
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
  void aRankJoinsOnce() {
    List<Bootstrap> ranks = job(2);
    assertSays("joins", assertThrows(BootstrapException.class, () -> meeting.open(1)));
    ranks.get(1).close();
    assertSays("joins", assertThrows(BootstrapException.class, () -> meeting.open(1)));
    assertNull(ranks.get(0).failure());
  }

  @Test
  void nobodyJoinsAFailedJob() {
    meeting = meet(2);
    opened.add(meeting.open(0));
    meeting.fail(1, "exit code 9");
    Await.until("failure", () -> opened.get(0).failure() != null);
    BootstrapException refused = assertThrows(BootstrapException.class, () -> meeting.open(1));
    assertSays("exit code 9", refused);
  }
}
