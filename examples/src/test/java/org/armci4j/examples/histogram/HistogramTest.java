package org.armci4j.examples.histogram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.arrays.Patch;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
  private static final int BINS = 20;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void wordsCountEachKeyOnceInParts(int ranks) {
    RankThreads.of(ranks).run(HistogramTest::countInParts);
  }

  private static void countInParts(Armci armci) {
    List<long[]> batches = List.of(keys(101), keys(3)); // the second one is shorter than the parts
    long[] expected = new long[BINS];
    for (long[] keys : batches) {
      Arrays.stream(keys).forEach(key -> expected[(int) key] += armci.size());
    }
    LongArray counts = GlobalArrays.of(armci).array(BINS).longs();
    counts.fill(0);
    new WordCounter(counts, new VirtualParts(5)).count(batches);
    counts.sync();
    long[] found = new long[BINS];
    counts.get(Patch.at(0).size(BINS), found);
    assertArrayEquals(expected, found);
  }

  private static long[] keys(int count) {
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> (long) i * i % BINS);
    return keys;
  }
}
