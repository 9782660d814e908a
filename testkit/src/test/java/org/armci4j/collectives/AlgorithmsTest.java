package org.armci4j.collectives;

import java.time.Duration;
import java.util.List;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks every algorithm by its name, at every rank count and root, against the oracle. */
class AlgorithmsTest {
  /** Counts around a line, the small slots, a piece, and several pieces. */
  private static final int[] COUNTS = {0, 1, 7, 8, 255, 256, 1025, 2049, 20_000};

  /** Counts for groups that take long. */
  private static final int[] FEW_COUNTS = {0, 1, 255, 2100};

  private static final int MANY_RANKS = 7;
  private static final int MAX_COUNT = 20_000;

  private static final List<Where> PLACES = List.of(Where.values());

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void giveOnFewRanks(int ranks) {
    give(ranks);
  }

  /** Powers of two, and an even and an odd number that are none. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {4, 6, 7, 8, 16})
  void giveOnManyRanks(int ranks) {
    give(ranks);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {5, 9})
  void give(int ranks) {
    CollectiveRanks.run(
        RankThreads.of(ranks)
            .within(Duration.ofSeconds(200))
            .with(CollectivesSettings.CHECK, ranks <= MANY_RANKS),
        (armci, collectives) -> {
          OneCall call = new OneCall(armci, collectives, 16L * MAX_COUNT * ranks);
          for (AlgorithmInfo info : Collectives.algorithms()) {
            if (serves(info, ranks)) {
              checkAll(call, collectives, info, ranks);
            }
          }
        });
  }

  /** Reduces elements of several parts: complex numbers, and values with an index. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void reducePairs(int ranks) {
    CollectiveRanks.run(
        RankThreads.of(ranks),
        (armci, collectives) -> {
          OneCall call = new OneCall(armci, collectives, 32L * 2100 * ranks);
          for (AlgorithmInfo info : Collectives.algorithms()) {
            if (!info.order().equals("none")) {
              checkPairs(call, collectives, info, ranks);
            }
          }
        });
  }

  private static void checkPairs(
      OneCall call, Collectives collectives, AlgorithmInfo info, int ranks) {
    Collectives by = collectives.using(info.operation(), info.name());
    for (Sample sample : List.of(Sample.COMPLEX, Sample.LOCATIONS)) {
      for (int count : new int[] {1, 9, 2100}) {
        Where where = PLACES.get(count % PLACES.size());
        call.check(by, info.operation(), sample, count, ranks - 1, where, true, count);
      }
    }
  }

  static boolean serves(AlgorithmInfo info, int ranks) {
    return switch (info.operation() + " " + info.name()) {
      case "ALLGATHER recursive-doubling" -> Integer.bitCount(ranks) == 1;
      case "ALLGATHER neighbour", "ALLGATHER neighbour-straight" -> ranks % 2 == 0;
      default -> true;
    };
  }

  private static void checkAll(
      OneCall call, Collectives collectives, AlgorithmInfo info, int ranks) {
    Collectives by = collectives.using(info.operation(), info.name());
    boolean exact = info.order().equals("rank") || info.order().equals("none");
    long salt = 0;
    for (Sample sample : samples(info)) {
      for (int count : ranks > MANY_RANKS ? FEW_COUNTS : COUNTS) {
        int each = count * ranks > 60_000 ? count / 8 : count;
        for (int root : roots(info, ranks, count)) {
          Where where = PLACES.get((int) (++salt % PLACES.size()));
          call.check(by, info.operation(), sample, each, root, where, exact, salt);
        }
      }
      for (Where where : PLACES) {
        call.check(by, info.operation(), sample, 33, ranks - 1, where, exact, ++salt);
      }
    }
  }

  private static List<Sample> samples(AlgorithmInfo info) {
    if (info.order().equals("none")) {
      return List.of(Sample.LONGS);
    }
    return info.order().equals("permuted")
        ? List.of(Sample.LONGS, Sample.DOUBLES)
        : List.of(Sample.LONGS, Sample.DOUBLES, Sample.MAPS);
  }

  private static int[] roots(AlgorithmInfo info, int ranks, int count) {
    if (!info.operation().isRooted()) {
      return new int[] {0};
    }
    if (count > 300 && ranks > 4) {
      return new int[] {0, ranks / 2, ranks - 1};
    }
    return java.util.stream.IntStream.range(0, ranks).toArray();
  }
}
