package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the forms whose parts have any length, with gaps between them and in reverse order. */
class PartsTest {
  private static final long GAP = -1;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void give(int ranks) {
    giveOnMoreRanks(ranks);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {8})
  void giveOnMoreRanks(int ranks) {
    CollectiveRanks.run(
        RankThreads.of(ranks).with(CollectivesSettings.CHECK, true),
        (armci, collectives) -> {
          for (int scale : new int[] {0, 1, 700, 5000}) {
            for (int root = 0; root < ranks; root++) {
              gather(armci, collectives, root, scale);
              scatter(armci, collectives, root, scale);
            }
            allgather(armci, collectives, scale, "ring");
            allgather(armci, collectives, scale, "flat");
            alltoall(armci, collectives, scale, "pairwise");
            alltoall(armci, collectives, scale, "flat");
            reduceScatter(armci, collectives, scale, "pairwise");
            reduceScatter(armci, collectives, scale, "ring");
          }
        });
  }

  /** Returns the number of elements that {@code from} gives {@code to}: sometimes none. */
  private static int count(int from, int to, int scale) {
    return (from + 2 * to) % 3 * scale + (from == 1 ? 0 : scale > 0 ? 1 : 0);
  }

  private static long value(int from, int to, int index) {
    return 1_000_000L * from + 10_000_000_000L * to + index;
  }

  private static long[] values(int from, int to, int scale) {
    long[] values = new long[count(from, to, scale)];
    Arrays.setAll(values, i -> value(from, to, i));
    return values;
  }

  /** Lays parts out in reverse order, one element apart. */
  private record Layout(long[] counts, long[] displacements, int length) {
    static Layout of(int ranks, java.util.function.IntUnaryOperator count) {
      long[] counts = new long[ranks];
      long[] displacements = new long[ranks];
      int at = 1;
      for (int rank = ranks - 1; rank >= 0; rank--) {
        counts[rank] = count.applyAsInt(rank);
        displacements[rank] = at;
        at += (int) counts[rank] + 1;
      }
      return new Layout(counts, displacements, at);
    }

    long[] filled(java.util.function.IntFunction<long[]> parts) {
      long[] all = new long[length];
      Arrays.fill(all, GAP);
      for (int rank = 0; rank < counts.length; rank++) {
        System.arraycopy(parts.apply(rank), 0, all, (int) displacements[rank], (int) counts[rank]);
      }
      return all;
    }

    long[] empty() {
      long[] all = new long[length];
      Arrays.fill(all, GAP);
      return all;
    }
  }

  private static void gather(Armci armci, Collectives collectives, int root, int scale) {
    Layout layout = Layout.of(armci.size(), rank -> count(rank, root, scale));
    long[] all = layout.empty();
    collectives.gatherv(
        Elements.of(values(armci.rank(), root, scale)),
        Elements.of(all),
        layout.counts(),
        layout.displacements(),
        root);
    boolean atRoot = armci.rank() == root;
    assertArrayEquals(
        atRoot ? layout.filled(rank -> values(rank, root, scale)) : layout.empty(), all);
  }

  private static void scatter(Armci armci, Collectives collectives, int root, int scale) {
    Layout layout = Layout.of(armci.size(), rank -> count(root, rank, scale));
    long[] all = layout.filled(rank -> values(root, rank, scale));
    long[] mine = new long[count(root, armci.rank(), scale)];
    collectives.scatterv(
        Elements.of(all), layout.counts(), layout.displacements(), Elements.of(mine), root);
    assertArrayEquals(values(root, armci.rank(), scale), mine);
  }

  private static void allgather(Armci armci, Collectives collectives, int scale, String algorithm) {
    Layout layout = Layout.of(armci.size(), rank -> count(rank, 0, scale));
    long[] all = layout.empty();
    collectives
        .using(Operation.ALLGATHER, algorithm)
        .allgatherv(
            Elements.of(values(armci.rank(), 0, scale)),
            Elements.of(all),
            layout.counts(),
            layout.displacements());
    assertArrayEquals(layout.filled(rank -> values(rank, 0, scale)), all);
  }

  private static void alltoall(Armci armci, Collectives collectives, int scale, String algorithm) {
    int me = armci.rank();
    Layout give = Layout.of(armci.size(), rank -> count(me, rank, scale));
    Layout take = Layout.of(armci.size(), rank -> count(rank, me, scale));
    long[] all = take.empty();
    collectives
        .using(Operation.ALLTOALL, algorithm)
        .alltoallv(
            Elements.of(give.filled(rank -> values(me, rank, scale))),
            give.counts(),
            give.displacements(),
            Elements.of(all),
            take.counts(),
            take.displacements());
    assertArrayEquals(take.filled(rank -> values(rank, me, scale)), all);
  }

  private static void reduceScatter(
      Armci armci, Collectives collectives, int scale, String algorithm) {
    long[] counts = new long[armci.size()];
    Arrays.setAll(counts, rank -> count(rank, 0, scale));
    int total = (int) Arrays.stream(counts).sum();
    long[] source = new long[total];
    Arrays.setAll(source, i -> value(armci.rank(), 3, i));
    long[] mine = new long[(int) counts[armci.rank()]];
    collectives
        .using(Operation.REDUCE_SCATTER, algorithm)
        .reduceScatterv(Elements.of(source), Elements.of(mine), counts, Reduction.SUM);
    int first = (int) Arrays.stream(counts).limit(armci.rank()).sum();
    for (int i = 0; i < mine.length; i++) {
      long expected = 0;
      for (int rank = 0; rank < armci.size(); rank++) {
        expected += value(rank, 3, first + i);
      }
      org.junit.jupiter.api.Assertions.assertEquals(expected, mine[i]);
    }
  }
}
