package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.collectives.levels.HostLevels;
import org.armci4j.testkit.fake.FakeSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks collectives of ranks on several hosts, over a network in memory that delays by chance.
 * Each word names the hosts of the ranks, a letter for each.
 */
class HostLevelsTest {
  private static final int CALLS = 121;
  private static final int DRAWS = 4;
  private static final int FEW = 40;
  private static final int MANY = 5000;

  /** Longs of each rank that go from host to host in several pieces. */
  private static final int PIECES = 80_000;

  private static final List<Sample> SAMPLES = List.of(Sample.values());
  private static final List<Where> PLACES = List.of(Where.values());
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  private static RankThreads on(String hosts) {
    return RankThreads.of(hosts.length())
        .over("fake")
        .within(Duration.ofMinutes(2))
        .with(FakeSettings.SHARED_ON_HOST, true)
        .withEach(BootstrapSettings.HOST_ID, rank -> hosts.substring(rank, rank + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aab", "aabb", "abab", "abbbc", "abcabca"})
  void resultsAreThoseOfOneThread(String hosts) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "levels: hosts %s, -Dtest.seed=%d%n", hosts, seed);
    on(hosts).run(armci -> calls(armci, armci.world(), seed));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"aaaabbbb", "abbababa"})
  void resultsOfMoreRanksAreThoseOfOneThread(String hosts) {
    resultsAreThoseOfOneThread(hosts);
  }

  /** Uses groups that hold parts of hosts and whose ranks are in another order. */
  @ParameterizedTest
  @ValueSource(strings = {"aabbab", "abcabc"})
  void groupsMayHoldPartsOfHosts(String hosts) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "levels: groups on hosts %s, -Dtest.seed=%d%n", hosts, seed);
    on(hosts)
        .run(
            armci -> {
              int last = armci.size() - 1;
              calls(armci, armci.world().split(0, -armci.rank()), seed);
              Group some = armci.world().split(armci.rank() == last / 2 ? -1 : 0, 0);
              if (some != null) {
                calls(armci, some, seed);
              }
            });
  }

  /** Draws hosts and the number of their ranks, with one leader of each host or several. */
  @Test
  void ranksMayBeOnHostsInAnyWay() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "levels: hosts by lot, -Dtest.seed=%d%n", seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int draw = 0; draw < DRAWS; draw++) {
      String hosts = draw(random);
      long leaderBytes = random.nextBoolean() ? 1 : Long.MAX_VALUE;
      System.out.printf(Locale.ROOT, "  %s, leaders from %d bytes on%n", hosts, leaderBytes);
      on(hosts)
          .with(CollectivesSettings.LEADER_BYTES, leaderBytes)
          .run(armci -> calls(armci, armci.world(), seed));
    }
  }

  private static String draw(SplittableRandom random) {
    int ranks = random.nextInt(3, 9);
    int hosts = random.nextInt(2, Math.min(4, ranks));
    StringBuilder word = new StringBuilder("a");
    while (word.length() < ranks) {
      word.append((char) ('a' + random.nextInt(hosts)));
    }
    return word.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"abab", "aabbb"})
  void severalLeadersCarryTheirShares(String hosts) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "levels, many leaders: hosts %s, -Dtest.seed=%d%n", hosts, seed);
    on(hosts)
        .with(CollectivesSettings.LEADER_BYTES, 1L)
        .run(
            armci -> {
              requireMany(armci);
              calls(armci, armci.world(), seed);
              inFlight(armci, seed);
            });
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"aabb", "abbacacb"})
  void severalLeadersCarryTheirSharesToo(String hosts) {
    severalLeadersCarryTheirShares(hosts);
  }

  private static void requireMany(Armci armci) {
    try (Collectives collectives = Collectives.of(armci)) {
      String many = HostLevels.NAME_OF_MANY;
      requireServed(many, collectives, Operation.BROADCAST, FEW, null);
      requireServed(many, collectives, Operation.ALLREDUCE, FEW, Reduction.SUM);
      requireServed(HostLevels.NAME, collectives, Operation.REDUCE, FEW, Reduction.SUM);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"aabb", "aaab"})
  void longPartsGoInPiecesToo(String hosts) {
    longPartsGoInPieces(hosts);
  }

  /** Calls from every root, in memory of every kind, and once nonblocking. */
  @ParameterizedTest
  @ValueSource(strings = "abba")
  void longPartsGoInPieces(String hosts) {
    on(hosts).run(HostLevelsTest::pieces);
  }

  private static void pieces(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    OneCall call = new OneCall(armci, collectives, 8L * PIECES * armci.size());
    int salt = 0;
    for (Operation operation : List.of(Operation.GATHER, Operation.SCATTER, Operation.ALLTOALL)) {
      for (int root = 0; root < armci.size(); root++) {
        Where where = PLACES.get(root % PLACES.size());
        call.check(collectives, operation, Sample.LONGS, PIECES, root, where, true, salt++);
      }
      InFlight one =
          new InFlight(
              operation, Sample.LONGS, armci.rank(), armci.size(), PIECES, 1, false, salt++);
      one.start(collectives.nonblocking());
      one.handle().await();
      one.verify();
    }
    collectives.close();
  }

  /** Combines one operand after the other, in several pieces, from host to host. */
  @ParameterizedTest
  @ValueSource(strings = {"aab", "aabbbcc"})
  void longAllreducesKeepTheOrderOfTheRanks(String hosts) {
    CollectiveRanks.run(
        on(hosts),
        (armci, collectives) -> {
          OneCall call = new OneCall(armci, collectives, 16L * PIECES);
          for (Sample sample : List.of(Sample.DOUBLES, Sample.MAPS)) {
            String served =
                collectives.algorithmFor(
                    Operation.ALLREDUCE, PIECES, sample.type, sample.reduction());
            assertEquals(HostLevels.NAME, served);
            for (Where where : PLACES) {
              call.check(collectives, Operation.ALLREDUCE, sample, PIECES, 0, where, true, 1);
            }
          }
        });
  }

  private static void calls(Armci armci, Group group, long seed) {
    Collectives collectives = Collectives.of(armci, group);
    OneCall call = new OneCall(armci, collectives, 16L * MANY * group.size());
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CALLS; i++) {
      Operation operation = OPERATIONS.get(i % OPERATIONS.size());
      Sample sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
      int count = random.nextInt(random.nextInt(8) == 0 ? MANY : FEW);
      int root = random.nextInt(group.size());
      Where where = PLACES.get(random.nextInt(PLACES.size()));
      boolean exact = random.nextBoolean();
      Collectives by = exact ? collectives : collectives.inAnyOrder();
      call.check(by, operation, sample, count, root, where, exact, i);
    }
    collectives.close();
  }

  /**
   * Starts many at once, of all operations, each in its own steps; then runs the same plan again
   * and again.
   */
  @ParameterizedTest
  @ValueSource(strings = {"aab", "abbbc"})
  void callsInFlightGoInLevels(String hosts) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "levels in flight: hosts %s, -Dtest.seed=%d%n", hosts, seed);
    on(hosts).run(armci -> inFlight(armci, seed));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"abab", "aaaabbbb"})
  void callsInFlightGoInLevelsToo(String hosts) {
    callsInFlightGoInLevels(hosts);
  }

  private static void inFlight(Armci armci, long seed) {
    Collectives collectives = Collectives.of(armci);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 6; round++) {
      List<InFlight> started = new ArrayList<>();
      for (Operation operation : OPERATIONS) {
        Sample sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
        int parts = random.nextInt(random.nextInt(4) == 0 ? MANY : FEW);
        int root = random.nextInt(armci.size());
        boolean heap = random.nextBoolean();
        InFlight one =
            new InFlight(operation, sample, armci.rank(), armci.size(), parts, root, heap, round);
        boolean rounds = sample == Sample.DOUBLES || sample == Sample.COMPLEX;
        boolean anyOrder = !rounds && random.nextBoolean();
        one.start((anyOrder ? collectives.inAnyOrder() : collectives).nonblocking());
        started.add(one);
      }
      for (InFlight one : started.reversed()) {
        one.handle().await();
        one.verify();
      }
    }
    again(armci, collectives);
    collectives.close();
  }

  /** Runs two plans side by side, which use different intermediate memory. */
  private static void again(Armci armci, Collectives collectives) {
    long[] sum = {0};
    long[] least = {0};
    CollectiveCalls<PersistentCollective> plans = collectives.persistent();
    PersistentCollective sums = plans.allreduce(Elements.of(sum), Reduction.SUM);
    PersistentCollective leasts = plans.allreduce(Elements.of(least), Reduction.MIN);
    for (long i = 1; i <= 10; i++) {
      sum[0] = i;
      least[0] = i + armci.rank();
      Handle first = sums.start();
      leasts.start().await();
      first.await();
      assertEquals(i * armci.size(), sum[0]);
      assertEquals(i, least[0]);
    }
  }

  @Test
  void servesWhatItCanKeepTheOrderOf() {
    on("aabb").run(armci -> served(armci, "levels", "levels"));
    on("abbababa").run(armci -> servedAlltoall(armci, "levels", "levels-many"));
    on("abab").run(armci -> servedAlltoall(armci, "levels-many", "levels-many"));
    on("abb").run(armci -> servedAlltoall(armci, "no levels", "no levels"));
    on("abab").run(armci -> served(armci, "levels", "no levels"));
    on("aaaa").run(armci -> served(armci, "direct", "direct"));
    on("abcd").run(armci -> served(armci, "no levels", "no levels"));
  }

  private static void served(Armci armci, String commutative, String other) {
    Reduction maps = Sample.MAPS.reduction();
    try (Collectives collectives = Collectives.of(armci)) {
      requireServed(commutative, collectives, Operation.BARRIER, 0, null);
      requireServed(commutative, collectives, Operation.BROADCAST, MANY, null);
      requireServed(commutative, collectives, Operation.ALLGATHER, MANY, null);
      requireServed(commutative, collectives, Operation.GATHER, MANY, null);
      requireServed(commutative, collectives, Operation.SCATTER, MANY, null);
      requireServed(commutative, collectives, Operation.SCAN, FEW, Reduction.SUM);
      requireServed(commutative, collectives, Operation.ALLREDUCE, MANY, Reduction.SUM);
      requireServed(commutative, collectives, Operation.REDUCE, MANY, Reduction.SUM);
      Collectives anyOrder = collectives.inAnyOrder();
      requireServed(other, anyOrder, Operation.REDUCE, MANY, maps);
      requireServed(other, anyOrder, Operation.ALLREDUCE, MANY, maps);
      requireServed(other, anyOrder, Operation.REDUCE_SCATTER, MANY, Reduction.SUM);
      requireServed(other, anyOrder, Operation.SCAN, MANY, maps);
      requireServed(other, anyOrder, Operation.EXSCAN, MANY, Reduction.SUM);
    }
  }

  private static void servedAlltoall(Armci armci, String expected, String ofLong) {
    try (Collectives collectives = Collectives.of(armci)) {
      requireServed(expected, collectives, Operation.ALLTOALL, FEW, null);
      requireServed(ofLong, collectives, Operation.ALLTOALL, MANY, null);
    }
  }

  private static void requireServed(
      String expected, Collectives by, Operation operation, int count, Reduction reduction) {
    boolean isPair = reduction != null && !reduction.isCommutative();
    ElementType type = isPair ? Sample.MAPS.type : ElementType.LONG;
    String served = by.algorithmFor(operation, count, type, reduction);
    if (expected.equals("no levels")) {
      assertFalse(served.startsWith(HostLevels.NAME), operation.label());
    } else {
      assertEquals(expected, served, operation.label());
    }
  }

  @Test
  void theyCanBeSwitchedOff() {
    on("aabb")
        .with(CollectivesSettings.LEVELS, false)
        .run(armci -> served(armci, "no levels", "no levels"));
  }
}
