package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomOrderTest {
  @Test
  void everyElementIsThereOnce() {
    for (int length : new int[] {0, 1, 2, 1000}) {
      int[] order = RandomOrder.ofRows(length, 4);
      assertArrayEquals(
          IntStream.range(0, length).toArray(), IntStream.of(order).sorted().toArray());
      assertArrayEquals(order, RandomOrder.ofRows(length, 4));
    }
    int[] rows = RandomOrder.ofRows(1000, 4);
    assertFalse(Arrays.equals(rows, RandomOrder.ofColumns(1000, 4)));
    assertFalse(Arrays.equals(rows, RandomOrder.ofRows(1000, 5)));
  }

  @Test
  void ordersAreEquallyFrequent() {
    Map<String, Long> counts =
        LongStream.range(0, 6000)
            .mapToObj(seed -> Arrays.toString(RandomOrder.ofColumns(3, seed)))
            .collect(Collectors.groupingBy(order -> order, Collectors.counting()));
    assertEquals(6, counts.size());
    counts.forEach((order, count) -> assertTrue(Math.abs(count - 1000) < 200, order + count));
  }
}
