package org.armci4j.benchmarks.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.armci4j.strided.TransferPlan;
import org.junit.jupiter.api.Test;

class StridedPointTest {
  private static List<StridedPoint> all() {
    return StridedPoints.OPERATIONS.stream()
        .flatMap(operation -> StridedPoints.of(operation).stream())
        .toList();
  }

  @Test
  void argumentsComeBackAsTheSamePoint() {
    all().forEach(point -> assertEquals(point, StridedPoint.parse(point.toArgument())));
  }

  @Test
  void namesAndWhatTheyMove() {
    Set<String> names = new HashSet<>();
    for (StridedPoint point : all()) {
      assertTrue(names.add(point.name()), point.name());
      TransferPlan plan = TransferPlan.of(point.local(), point.remote());
      assertEquals(plan.sizeBytes(), point.sizeBytes(), point.name());
      if (point.name().contains("-face-")) {
        assertEquals(128 * 128 * Double.BYTES, point.sizeBytes(), point.name());
        assertEquals(point.name().contains("-x-") ? 128 * 128 : 128, plan.segments(), point.name());
      }
    }
  }

  @Test
  void aFaceOfXGoesFromTheBoxToTheGhostCellsBeyond() {
    StridedPoint low = point("put-face-x-low");
    long row = 130 * Double.BYTES;
    long firstCell = 130 * row + row + Double.BYTES;
    assertEquals(firstCell, low.local().offset());
    assertEquals(firstCell + 128 * Double.BYTES, low.remote().offset());
    StridedPoint get = point("get-face-x-low");
    assertEquals(low.local(), get.remote());
    assertEquals(low.remote(), get.local());
  }

  private static StridedPoint point(String name) {
    return all().stream().filter(point -> point.name().equals(name)).findFirst().orElseThrow();
  }
}
