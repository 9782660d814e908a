package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordMailboxesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void eachRankGetsWhatAllHavePutInAPhase(int ranks) {
    RankThreads.of(ranks)
        .run(
            armci -> {
              long[] most = new long[ranks];
              Arrays.setAll(most, rank -> armci.rank() + rank);
              List<List<Long>> got = new ArrayList<>();
              PlaceHandler handler = (place, value) -> got.add(List.of((long) place, value));
              try (WordMailboxes boxes = new WordMailboxes(armci, most, handler)) {
                for (int phase = 0; phase < 3; phase++) {
                  for (int rank = 0; rank < ranks; rank++) {
                    // As many as there is room for, fewer, and as many again.
                    for (int i = phase % 2; i < most[rank]; i++) {
                      boxes.put(rank, i, Long.MIN_VALUE + 100L * armci.rank() + phase);
                    }
                  }
                  boxes.finish();
                  assertEquals(expected(ranks, armci.rank(), phase), got);
                  got.clear();
                  armci.barrier(); // all have looked into their boxes
                }
              }
            });
  }

  private static List<List<Long>> expected(int ranks, int rank, int phase) {
    List<List<Long>> expected = new ArrayList<>();
    List<Integer> origins = new ArrayList<>(List.of(rank)); // own items come at once
    IntStream.range(0, ranks).filter(origin -> origin != rank).forEach(origins::add);
    for (int origin : origins) {
      for (long i = phase % 2; i < origin + rank; i++) {
        expected.add(List.of(i, Long.MIN_VALUE + 100L * origin + phase));
      }
    }
    return expected;
  }
}
