package org.armci4j.examples.gather;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexGatherTest {
  private static final int TABLE = 40;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void wordsReadEachElementInParts(int ranks) {
    RankThreads.of(ranks).run(IndexGatherTest::readInParts);
  }

  private static void readInParts(Armci armci) {
    LongArray table = GlobalArrays.of(armci).array(TABLE).longs();
    table.map((at, _) -> 1000 + at[0]);
    table.sync();
    long[] indices = new long[103];
    Arrays.setAll(indices, i -> (long) (i + armci.rank()) * i % TABLE);
    long[] values = new long[indices.length];
    new WordReader(table, new VirtualParts(5)).read(indices, values);
    assertArrayEquals(Arrays.stream(indices).map(i -> 1000 + i).toArray(), values);
  }
}
