package org.armci4j.examples.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.ToDoubleBiFunction;
import org.armci4j.VectorApi;
import org.junit.jupiter.api.Test;

/** Checks that all forms of the loop compute the same, except for the order of the sum. */
class HeatLoopsTest {
  private static final int POINTS = HeatLoops.N * HeatLoops.N;
  private static final int STEPS = 6;

  @Test
  void allFormsComputeTheSame() {
    double[] expected = plate();
    double change = run(expected, plate(), HeatLoops::arrays);
    assertTrue(change > 1000, "the heat moves: " + change);

    double[] split = plate();
    assertEquals(change, run(split, plate(), HeatLoops::splitArrays), 1e-9);
    assertSame(expected, MemorySegment.ofArray(split));
    assertSegments(expected, change, HeatLoops::segments);
    assertTrue(VectorApi.load(HeatLoopsTest.class), "export jdk.internal.module to the tests");
    assertSegments(expected, change, VectorHeat::segments);
  }

  private static void assertSegments(
      double[] expected, double change, ToDoubleBiFunction<MemorySegment, MemorySegment> step) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment start = MemorySegment.ofArray(plate());
      MemorySegment now = arena.allocate(8L * POINTS).copyFrom(start);
      MemorySegment next = arena.allocate(8L * POINTS).copyFrom(start);
      assertEquals(change, run(now, next, step), 1e-9);
      assertSame(expected, now);
    }
  }

  private static void assertSame(double[] expected, MemorySegment actual) {
    assertEquals(-1, MemorySegment.ofArray(expected).mismatch(actual), "first byte that differs");
  }

  /** Runs an even number of steps, which ends on the first array again. */
  private static <T> double run(T now, T next, ToDoubleBiFunction<T, T> step) {
    double change = 0;
    for (int i = 0; i < STEPS; i++) {
      change = i % 2 == 0 ? step.applyAsDouble(now, next) : step.applyAsDouble(next, now);
    }
    return change;
  }

  private static double[] plate() {
    double[] plate = new double[POINTS];
    for (int i = 0; i < HeatLoops.N; i++) {
      plate[i] = 100 + i;
    }
    return plate;
  }
}
