package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DealtLongsTest {
  @Test
  void everyRankReadsWhatAnyRankWrites() {
    RankThreads.of(3)
        .run(
            armci -> {
              DealtLongs words = new DealtLongs(armci, 10);
              words.fill(5);
              for (int word = armci.rank(); word < 10; word += 2) { // ranks 0 and 2 share words
                words.fetchAndAdd(word, 1);
              }
              armci.barrier();
              assertArrayEquals(new long[] {6, 6, 7, 6, 7, 6, 7, 6, 7, 6}, words.readAll());
              armci.barrier();
              for (int word : new int[] {0, 3, 7}) {
                words.compareAndSwap(word, 6, 100); // one rank does, the others find 100
                assertEquals(100, words.compareAndSwap(word, 6, 200));
              }
              armci.barrier();
              long[] own = words.readOwn();
              words.writeOwn(LongStream.of(own).map(value -> 10 * value).toArray());
              armci.barrier();
              assertEquals(1000, words.get(7));
              assertEquals(70, words.get(8));
              assertEquals(words.readOwn()[2], words.own().get(2));
              assertEquals(words.deal().count(), words.own().length());
              words.close();
            });
  }

  @ParameterizedTest
  @CsvSource({
    // ranks, first, behind the last
    "1, 2, 5",
    "3, 0, 10",
    "3, 4, 5",
    "3, 7, 10",
    "4, 5, 5"
  })
  void oneRankWritesAndAllReadElementsInTheirOrder(int ranks, int begin, int end) {
    long[] expected = new long[10];
    Arrays.setAll(expected, index -> index >= begin && index < end ? 100 + index : 7);
    RankThreads.of(ranks)
        .run(
            armci -> {
              DealtLongs words = new DealtLongs(armci, expected.length);
              words.fill(7);
              if (armci.rank() == ranks - 1) {
                words.write(begin, Arrays.copyOfRange(expected, begin, end));
              }
              armci.barrier();
              assertArrayEquals(expected, words.readAll());
              assertArrayEquals(Arrays.copyOfRange(expected, begin, end), words.read(begin, end));
              words.close();
            });
  }
}
