package org.armci4j.examples.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.VectorApi;

/** Times each form of the loop on this rank, and compares the results. */
public final class LoopTimes {
  private static final int POINTS = HeatLoops.N * HeatLoops.N;
  private static final int STEPS = 20;
  private static final int REPETITIONS = 1000;

  private LoopTimes() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(2 * 8L * POINTS);
      MemorySegment now = memory.local().asSlice(0, 8L * POINTS);
      MemorySegment next = memory.local().asSlice(8L * POINTS, 8L * POINTS);
      time("double[], one loop", new double[POINTS], new double[POINTS], HeatLoops::arrays);
      time("double[], split loops", new double[POINTS], new double[POINTS], HeatLoops::splitArrays);
      time("segments, one loop", now, next, HeatLoops::segments);
      if (VectorApi.load(LoopTimes.class)) {
        time("segments, Vector API", now, next, VectorHeat::segments);
      }
      armci.free(memory);
    }
  }

  private static <T> void time(String name, T now, T next, ToDoubleBiFunction<T, T> step) {
    double[] nanos = new double[REPETITIONS];
    double change = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      heat(now);
      heat(next);
      long start = System.nanoTime();
      for (int j = 0; j < STEPS; j++) {
        change = j % 2 == 0 ? step.applyAsDouble(now, next) : step.applyAsDouble(next, now);
      }
      nanos[i] = (System.nanoTime() - start) / ((double) STEPS * POINTS);
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-22s %.3f ns a point, at best %.3f; last change %.6f%n",
        name,
        nanos[REPETITIONS / 2],
        nanos[0],
        change);
  }

  /** Sets the upper edge to 100 degrees, all other points to 0. */
  private static void heat(Object plate) {
    MemorySegment segment =
        plate instanceof double[] array ? MemorySegment.ofArray(array) : (MemorySegment) plate;
    segment.fill((byte) 0);
    for (int i = 0; i < HeatLoops.N; i++) {
      segment.setAtIndex(JAVA_DOUBLE, i, 100);
    }
  }
}
