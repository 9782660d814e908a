package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankThreads.Body;

/** What vector put and get promise, at any number of ranks, on every transport. */
final class VectorContract implements Contract {
  private static final int DESCRIPTORS = 9;
  private static final int SEGMENTS = 10;
  private static final int ELEMENTS = 20;
  private static final int ROWS = 50;

  @Override
  public Map<String, Body> checks() {
    Map<String, Body> checks = new LinkedHashMap<>();
    checks.put("vectors-small", VectorContract::small);
    checks.put("triangles", VectorContract::triangles);
    return checks;
  }

  private static double value(int origin, int target, int place) {
    return 1e6 * origin + 1e4 * target + place;
  }

  /** Every other group of 20 doubles goes, backwards, into the region of this rank. */
  private static void small(Armci armci) {
    Strided strided = Strided.of(armci);
    int region = DESCRIPTORS * SEGMENTS * ELEMENTS;
    GlobalMemory memory = armci.allocate(8L * region * armci.size());
    Handle handle = armci.newHandle();
    double[][] sources = new double[armci.size()][2 * region];
    for (int target = 0; target < armci.size(); target++) {
      for (int i = 0; i < 2 * region; i++) {
        sources[target][i] = value(armci.rank(), target, i);
      }
      MemorySegment source = MemorySegment.ofArray(sources[target]);
      for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
        long first = (long) descriptor * SEGMENTS;
        long[] local =
            IntStream.range(0, SEGMENTS).mapToLong(s -> 8 * ELEMENTS * 2 * (first + s)).toArray();
        long[] remote =
            IntStream.range(0, SEGMENTS)
                .mapToLong(s -> 8 * ELEMENTS * (first + SEGMENTS - 1 - s))
                .toArray();
        TransferPlan plan = TransferPlan.ofSegments(local, remote, 8L * ELEMENTS);
        strided.nbPut(source, 0, memory, target, 8L * region * armci.rank(), plan, handle);
      }
    }
    handle.await();
    armci.barrier();
    for (int origin = 0; origin < armci.size(); origin++) {
      for (int i = 0; i < region; i++) {
        int segment = i / ELEMENTS;
        int turned = segment / SEGMENTS * SEGMENTS + SEGMENTS - 1 - segment % SEGMENTS;
        double expected = value(origin, armci.rank(), 2 * turned * ELEMENTS + i % ELEMENTS);
        assertEquals(expected, memory.local().get(JAVA_DOUBLE, 8L * (origin * region + i)));
      }
    }
    armci.free(memory);
  }

  /** Two triangles of 50 by 50 make a rectangle of 51 by 51, whose border stays. */
  private static void triangles(Armci armci) {
    Strided strided = Strided.of(armci);
    TransferPlan lower = triangle(true);
    TransferPlan upper = triangle(false);
    TransferPlan rectangle =
        TransferPlan.of(
            ArrayLayout.of(8, ROWS, ROWS).whole(),
            ArrayLayout.of(8, ROWS + 1, ROWS + 1).box(new long[2], new long[] {ROWS, ROWS}));
    int target = armci.size() - 1 - armci.rank();
    GlobalMemory memory = armci.allocate(8L * (ROWS + 1) * (ROWS + 1));
    SplittableRandom random = new SplittableRandom(armci.rank());
    double[] matrix = new double[ROWS * ROWS];
    double[] back = new double[ROWS * ROWS];
    for (int round = 0; round < 200; round++) {
      Arrays.setAll(matrix, i -> random.nextDouble());
      strided.put(MemorySegment.ofArray(matrix), 0, memory, target, 0, lower);
      strided.put(MemorySegment.ofArray(matrix), 0, memory, target, 0, upper);
      strided.get(memory, target, 0, MemorySegment.ofArray(back), 0, rectangle);
      assertArrayEquals(matrix, back);
    }
    for (int i = 0; i <= ROWS; i++) {
      assertEquals(0, armci.getDouble(memory, target, 8L * ((ROWS + 1) * i + ROWS)), "column");
      assertEquals(0, armci.getDouble(memory, target, 8L * ((ROWS + 1) * ROWS + i)), "row");
    }
    armci.free(memory);
  }

  private static TransferPlan triangle(boolean lower) {
    long[] local = new long[ROWS];
    long[] remote = new long[ROWS];
    long[] sizes = new long[ROWS];
    for (int row = 0; row < ROWS; row++) {
      int column = lower ? 0 : row + 1;
      local[row] = 8L * (ROWS * row + column);
      remote[row] = 8L * ((ROWS + 1) * row + column);
      sizes[row] = 8L * (lower ? row + 1 : ROWS - row - 1);
    }
    return TransferPlan.ofSegments(local, remote, sizes);
  }
}
