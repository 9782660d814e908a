package org.armci4j.benchmarks.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrayValuesTest {
  private static final int EDGE = 64;

  @Test
  void sumsAreThoseOfAllElements() {
    double dot = 0;
    for (int i = 0; i < EDGE; i++) {
      for (int j = 0; j < EDGE; j++) {
        dot += ArrayValues.left(i, j) * ArrayValues.right(i, j);
        double product = 0;
        for (int k = 0; k < EDGE; k++) {
          product += ArrayValues.left(i, k) * ArrayValues.right(k, j);
        }
        assertEquals(product, ArrayValues.product(i, j, EDGE));
      }
    }
    assertEquals(dot, ArrayValues.dot(EDGE));
  }

  @Test
  void theArrayGoesOnPeriodically() {
    for (int i = 0; i < EDGE; i++) {
      assertEquals(ArrayValues.left(i, EDGE - 1), ArrayValues.left(i, -1));
      assertEquals(ArrayValues.left(0, i), ArrayValues.left(EDGE, i));
    }
  }

  @Test
  void indicesNameDistinctElementsOfAllBlocks() {
    int count = EDGE * EDGE / 2;
    long[] indices = ArrayValues.indices(count, EDGE);
    Set<Long> elements = new HashSet<>();
    int[] blocks = new int[4];
    for (int k = 0; k < count; k++) {
      long i = indices[2 * k];
      long j = indices[2 * k + 1];
      assertTrue(i >= 0 && i < EDGE && j >= 0 && j < EDGE, i + ", " + j);
      assertTrue(elements.add(i * EDGE + j), i + ", " + j);
      blocks[(int) (2 * (2 * i / EDGE) + 2 * j / EDGE)]++;
    }
    assertTrue(Arrays.stream(blocks).min().orElseThrow() > count / 8, Arrays.toString(blocks));
    assertArrayEquals(
        Arrays.copyOf(indices, 20), ArrayValues.indices(10, EDGE), "a shorter list begins alike");
  }

  @Test
  void aWrongNumberIsToldWithItsPlace() {
    ArrayPoint point = new ArrayPoint("put-8x8", "put", 8, 512);
    ArrayValues.expect(point, 3, 2.5, 2.5);
    IllegalStateException wrong =
        assertThrows(
            IllegalStateException.class, () -> ArrayValues.expect(point, 3, 2.5, Double.NaN));
    assertEquals("put-8x8: element 3 is 2.5, not NaN", wrong.getMessage());
  }
}
