package org.armci4j.benchmarks.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrayPointTest {
  @Test
  void argumentsComeBackAsTheSamePoint() {
    ArrayPoints.all(true)
        .forEach(point -> assertEquals(point, ArrayPoint.parse(point.toArgument())));
  }

  @Test
  void namesAreUniqueAndBeginWithTheirOperation() {
    Set<String> names = new HashSet<>();
    for (ArrayPoint point : ArrayPoints.all(true)) {
      assertTrue(names.add(point.name()), point.name());
      assertTrue(point.name().startsWith(point.operation()), point.name());
      assertTrue(ArrayPoints.OPERATIONS.contains(point.operation()), point.name());
    }
    assertEquals(45, names.size());
  }

  @Test
  void sizesAreThoseOfDoubles() {
    assertEquals(8 * 8 * 8, point("put-8x8").sizeBytes());
    assertEquals(512 * 512 * 8, point("accumulate-spread-512x512").sizeBytes());
    assertEquals(800_000, point("gather-100000").sizeBytes());
    assertEquals(2 * 4096 * 4096 * 8, point("dot").sizeBytes());
    assertEquals(0, point("sync").sizeBytes());
  }

  @Test
  void productsTakeFewRepetitionsAndTheLargeOneCanBeLeftOut() {
    assertEquals(3, point("multiply-2048").repetitions(21));
    assertEquals(21, point("dot").repetitions(21));
    List<ArrayPoint> some = ArrayPoints.all(false);
    assertEquals(44, some.size());
    assertFalse(some.contains(point("multiply-2048")));
  }

  private static ArrayPoint point(String name) {
    return ArrayPoints.all(true).stream()
        .filter(point -> point.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
