package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Ranks.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What exchanges keep wherever ranks meet. */
abstract class ExchangeContract extends BootstrapFixture {
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
  void ranksLeaveAndJoinAgain() throws Exception {
    job(3).forEach(Bootstrap::close);
    Ranks.run(
        3,
        rank -> {
          for (int round = 0; round < 20; round++) {
            try (Bootstrap again = jobUnderTest.open(rank)) {
              byte[] mine = bytes(rank + "/" + round);
              List<byte[]> all = again.exchange("same", world(3), mine, LONG);
              assertEquals(List.of("0/" + round, "1/" + round, "2/" + round), texts(all));
            }
          }
          return null;
        });
  }

  @Test
  void aRankThatIsBackMeetsOnlyThoseWhoAreBackToo() throws Exception {
    List<Bootstrap> ranks = job(2);
    ranks.get(0).close();
    Bootstrap zero = jobUnderTest.open(0);
    opened.add(zero);
    var waiting = start(zero, "k", 0, 1);
    waiting.awaitWaiting();
    assertSays("rank 0 has left the job", thrownBy(start(ranks.get(1), "k", 0, 1)));
    ranks.get(1).close();
    Bootstrap one = jobUnderTest.open(1);
    opened.add(one);
    assertEquals(List.of("of 0", "of 1"), texts(start(one, "k", 0, 1).get()));
    assertEquals(List.of("of 0", "of 1"), texts(waiting.get()));
  }

  @Test
  void aRankJoinsOneTimeAtATime() {
    job(2);
    assertSays("joined", assertThrows(BootstrapException.class, () -> jobUnderTest.open(1)));
  }

  @Test
  void ranksKnowWhoTheyAre() {
    List<Bootstrap> ranks = job(3);
    for (int rank = 0; rank < 3; rank++) {
      assertEquals(rank, ranks.get(rank).rank());
      assertEquals(3, ranks.get(rank).size());
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
    // A rank that comes later learns it at once, and the job goes on.
    assertSays("waited 300 ms in vain", thrownBy(start(ranks.get(2), "k", world(4))));
    assertSays("waited 300 ms in vain", thrownBy(start(ranks.get(3), "k", world(4))));
    Ranks.run(4, rank -> ranks.get(rank).exchange("k", world(4), new byte[0], LONG));
    assertNull(ranks.get(0).failure());
  }

  @Test
  void timeRunsAnewWhenAnotherRankComes() throws Exception {
    List<Bootstrap> ranks = job(3);
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(1500);
    long start = System.nanoTime();
    var first = Ranks.start(() -> ranks.get(0).exchange("k", world(3), bytes("of 0"), limitNanos));
    Await.until("half of its time", () -> System.nanoTime() - start > limitNanos / 2);
    var second = start(ranks.get(1), "k", world(3));
    Await.until("all of its time", () -> System.nanoTime() - start > limitNanos * 10 / 9);
    var third = start(ranks.get(2), "k", world(3));
    assertEquals(List.of("of 0", "of 1", "of 2"), texts(first.get()));
    assertEquals(texts(first.get()), texts(second.get()));
    assertEquals(texts(first.get()), texts(third.get()));
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
  void aRefusalIsHeardByThoseThatWaitAndOnlyOnce() throws Exception {
    List<Bootstrap> ranks = job(3);
    var waiting = start(ranks.get(0), "folder/a", world(3));
    waiting.awaitWaiting();
    ranks.get(1).refuse("folder/", "its list is wrong");
    assertSays("rank 1 does not come: its list is wrong", thrownBy(waiting));
    assertSays("its list is wrong", thrownBy(start(ranks.get(2), "folder/a", world(3))));
    List<String> all = List.of("of 0", "of 1", "of 2");
    Ranks.run(
        3,
        rank -> {
          assertEquals(all, texts(start(ranks.get(rank), "folder/a", world(3)).get()));
          return null;
        });
    assertThrows(IllegalArgumentException.class, () -> ranks.get(0).refuse("", "why"));
  }
}
