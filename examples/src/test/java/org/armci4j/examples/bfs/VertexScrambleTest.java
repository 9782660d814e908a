package org.armci4j.examples.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertexScrambleTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 13, 16})
  void everyNumberComesOnce(int bits) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    VertexScramble scramble = new VertexScramble(bits, seed);
    int[] sorted = IntStream.range(0, 1 << bits).map(scramble::of).sorted().toArray();
    for (int i = 0; i < sorted.length; i++) {
      assertEquals(i, sorted[i], "-Dtest.seed=" + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16})
  void seedsGiveOtherOrders(int bits) {
    int[] first = IntStream.range(0, 1 << bits).map(new VertexScramble(bits, 1)::of).toArray();
    int[] second = IntStream.range(0, 1 << bits).map(new VertexScramble(bits, 2)::of).toArray();
    assertNotEquals(IntStream.of(first).boxed().toList(), IntStream.of(second).boxed().toList());
  }
}
