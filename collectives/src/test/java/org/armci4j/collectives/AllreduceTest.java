package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.armci4j.testkit.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Allreduce against the same reduction by one thread in the order of the ranks, bit for bit. */
class AllreduceTest {
  private static final int[] LENGTHS = {0, 1, 2, 511, 512, 513, 1300};

  @ParameterizedTest
  @CsvSource({"1, local", "2, local", "3, local", "8, local", "1, shm", "2, shm", "5, shm"})
  void reducesInRankOrder(int ranks, String transport) {
    RankThreads.of(ranks)
        .over(transport)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              for (int round = 0; round < 20; round++) {
                for (Reduction reduction : Reduction.values()) {
                  for (int length : LENGTHS) {
                    checkDoubles(collectives, reduction, armci.rank(), ranks, length);
                    checkLongs(collectives, reduction, armci.rank(), ranks, length);
                  }
                }
              }
            });
  }

  private static void checkDoubles(
      Collectives collectives, Reduction reduction, int rank, int ranks, int length) {
    double[] mine = doubles(rank, length);
    collectives.allreduce(mine, reduction);
    double[] expected = doubles(0, length);
    for (int other = 1; other < ranks; other++) {
      double[] values = doubles(other, length);
      for (int i = 0; i < length; i++) {
        expected[i] =
            switch (reduction) {
              case SUM -> expected[i] + values[i];
              case MIN -> Math.min(expected[i], values[i]);
              case MAX -> Math.max(expected[i], values[i]);
            };
      }
    }
    assertArrayEquals(expected, mine);
  }

  private static void checkLongs(
      Collectives collectives, Reduction reduction, int rank, int ranks, int length) {
    long[] mine = longs(rank, length);
    collectives.allreduce(mine, reduction);
    long[] expected = longs(0, length);
    for (int other = 1; other < ranks; other++) {
      long[] values = longs(other, length);
      for (int i = 0; i < length; i++) {
        expected[i] =
            switch (reduction) {
              case SUM -> expected[i] + values[i];
              case MIN -> Math.min(expected[i], values[i]);
              case MAX -> Math.max(expected[i], values[i]);
            };
      }
    }
    assertArrayEquals(expected, mine);
  }

  private static double[] doubles(int rank, int length) {
    return new SplittableRandom(rank).doubles(length, -1e3, 1e3).toArray();
  }

  private static long[] longs(int rank, int length) {
    return new SplittableRandom(rank).longs(length).toArray();
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  void reducesSingleValues(int ranks) {
    RankThreads.of(ranks)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              assertEquals(
                  ranks * (ranks - 1) / 2.0,
                  collectives.allreduce(1.0 * armci.rank(), Reduction.SUM));
              assertEquals(ranks - 1, collectives.allreduce((long) armci.rank(), Reduction.MAX));
              assertEquals(-3.0, collectives.allreduce(armci.rank() - 3.0, Reduction.MIN));
              collectives.barrier();
            });
  }
}
