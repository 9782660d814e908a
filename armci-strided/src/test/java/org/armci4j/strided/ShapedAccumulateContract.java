package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankThreads.Body;

/** What strided and vector accumulate promise, at any number of ranks, on every transport. */
final class ShapedAccumulateContract implements Contract {
  private static final double SCALE = 0.1;
  private static final double TOLERANCE = 1e-4;
  private static final int PATCH = 16;
  private static final int OVERLAP_ROUNDS = 10;

  @Override
  public Map<String, Body> checks() {
    Map<String, Body> checks = new LinkedHashMap<>();
    checks.put("acc-patches", ShapedAccumulateContract::patches);
    checks.put("acc-vectors", ShapedAccumulateContract::vectors);
    checks.put("acc-overlap", ShapedAccumulateContract::overlap);
    return checks;
  }

  private static void assertClose(double expected, double seen, String what) {
    assertEquals(expected, seen, TOLERANCE * Math.abs(expected), what);
  }

  /** All ranks add the 2^d patches of equal arrays to all ranks. */
  private static void patches(Armci armci) {
    Strided strided = Strided.of(armci);
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      int times = dimensions <= 4 ? 100 : 5;
      ArrayLayout layout = Boxes.local(dimensions);
      double[] source = new double[(int) layout.sizeBytes() / 8];
      Arrays.setAll(source, i -> i + 1);
      GlobalMemory memory = armci.allocate(layout.sizeBytes());
      int[] targets = shuffled(armci.size(), armci.rank());
      for (int i = 0; i < times * armci.size(); i++) {
        for (int corner = 0; corner < 1 << dimensions; corner++) {
          Section patch = patch(layout, dimensions, corner);
          strided.accumulate(
              Accumulation.ofDouble(SCALE),
              MemorySegment.ofArray(source),
              patch,
              memory,
              targets[i % armci.size()],
              patch);
        }
      }
      armci.barrier();
      for (int i = 0; i < source.length; i++) {
        double expected = SCALE * times * armci.size() * source[i];
        assertClose(expected, memory.local().get(JAVA_DOUBLE, 8L * i), "element " + i);
      }
      armci.free(memory);
    }
  }

  /** The half of each dimension that the corner's bit names. */
  private static Section patch(ArrayLayout layout, int dimensions, int corner) {
    long[] lower = new long[dimensions];
    long[] sizes = Boxes.extents(dimensions);
    for (int d = 0; d < dimensions; d++) {
      long half = sizes[d] / 2;
      boolean upper = (corner >> d & 1) == 1;
      lower[d] = upper ? half : 0;
      sizes[d] = upper ? sizes[d] - half : half;
    }
    return layout.box(lower, sizes);
  }

  private static int[] shuffled(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }

  private static void vectors(Armci armci) {
    Strided strided = Strided.of(armci);
    int elements = 200;
    int times = 100;
    double[] source = new double[elements];
    Arrays.setAll(source, i -> i + 1);
    GlobalMemory memory = armci.allocate(armci.rank() == 0 ? 8L * elements : 0);
    TransferPlan[] plans = {everySecond(elements, 0), everySecond(elements, 1)};
    Handle handle = armci.newHandle();
    for (int i = 0; i < times * armci.size(); i++) {
      for (TransferPlan plan : plans) {
        strided.nbAccumulate(
            Accumulation.ofDouble(SCALE),
            MemorySegment.ofArray(source),
            0,
            memory,
            0,
            0,
            plan,
            handle);
      }
      handle.await();
    }
    armci.barrier();
    if (armci.rank() == 0) {
      for (int i = 0; i < elements; i++) {
        double expected = SCALE * times * armci.size() * armci.size() * source[i];
        assertClose(expected, memory.local().get(JAVA_DOUBLE, 8L * i), "element " + i);
      }
    }
    armci.free(memory);
  }

  private static TransferPlan everySecond(int elements, int first) {
    long[] offsets =
        IntStream.range(0, elements / 2).mapToLong(i -> 8L * (2 * i + first)).toArray();
    return TransferPlan.ofSegments(offsets, offsets, 8);
  }

  /**
   * What one element type adds: source array, twice as long as a patch, and the sum of one step.
   */
  private record Kind(Accumulation accumulation, MemorySegment ones, double[] step) {
    int partBytes() {
      return accumulation.elementBytes() / step.length;
    }
  }

  private static Kind[] kinds() {
    int n = 2 * PATCH;
    int[] ints = new int[n];
    Arrays.fill(ints, 3);
    long[] longs = new long[n];
    Arrays.fill(longs, -3);
    float[] floats = new float[2 * n];
    Arrays.fill(floats, 1.5f);
    double[] doubles = new double[2 * n];
    Arrays.fill(doubles, 2.5);
    return new Kind[] {
      new Kind(Accumulation.ofInt(2), MemorySegment.ofArray(ints), new double[] {6}),
      new Kind(Accumulation.ofLong(2), MemorySegment.ofArray(longs), new double[] {-6}),
      new Kind(Accumulation.ofFloat(2), MemorySegment.ofArray(floats), new double[] {3}),
      new Kind(Accumulation.ofDouble(2), MemorySegment.ofArray(doubles), new double[] {5}),
      new Kind(
          Accumulation.ofComplexFloat(2, 4), MemorySegment.ofArray(floats), new double[] {-3, 9}),
      new Kind(
          Accumulation.ofComplexDouble(2, 4), MemorySegment.ofArray(doubles), new double[] {-5, 15})
    };
  }

  /** Every patch of 16 in 32 elements, by all ranks at once, each in a form chosen by chance. */
  private static void overlap(Armci armci) {
    SplittableRandom random = new SplittableRandom(armci.rank());
    for (Kind kind : kinds()) {
      int elementBytes = kind.accumulation.elementBytes();
      GlobalMemory memory = armci.allocate(2L * PATCH * elementBytes);
      int target = armci.size() / 2;
      for (int round = 0; round < OVERLAP_ROUNDS; round++) {
        for (int place : shuffled(PATCH + 1, random.nextLong())) {
          add(armci, kind, memory, target, place * (long) elementBytes, random);
        }
      }
      armci.barrier();
      if (armci.rank() == target) {
        requireClosedForm(armci, kind, memory.local());
      }
      armci.free(memory);
    }
  }

  private static void add(
      Armci armci,
      Kind kind,
      GlobalMemory memory,
      int target,
      long offset,
      SplittableRandom random) {
    Strided strided = Strided.of(armci);
    long bytes = kind.accumulation.elementBytes();
    switch (random.nextInt(3)) {
      case 0 ->
          armci.accumulate(kind.accumulation, kind.ones, 0, memory, target, offset, PATCH * bytes);
      case 1 -> {
        Section from = Section.of(0, new long[] {5 * bytes}, new long[] {4 * bytes, 4});
        Section to = Section.of(offset, new long[] {4 * bytes}, new long[] {4 * bytes, 4});
        strided.accumulate(kind.accumulation, kind.ones, from, memory, target, to);
      }
      default -> {
        int[] order = shuffled(PATCH, random.nextLong());
        long[] from = new long[PATCH];
        long[] to = Arrays.stream(order).mapToLong(i -> i * bytes).toArray();
        TransferPlan plan = TransferPlan.ofSegments(from, to, bytes);
        strided.accumulate(kind.accumulation, kind.ones, 0, memory, target, offset, plan);
      }
    }
  }

  private static void requireClosedForm(Armci armci, Kind kind, MemorySegment block) {
    for (int element = 0; element < 2 * PATCH; element++) {
      int covering = Math.min(Math.min(element + 1, 2 * PATCH - element), PATCH);
      for (int part = 0; part < kind.step.length; part++) {
        double expected = kind.step[part] * covering * OVERLAP_ROUNDS * armci.size();
        int index = element * kind.step.length + part;
        assertEquals(
            expected, read(kind, block, index), kind.accumulation + " at element " + element);
      }
    }
  }

  private static double read(Kind kind, MemorySegment block, int index) {
    long offset = (long) index * kind.partBytes();
    String type = kind.accumulation.toString();
    if (type.contains("int")) {
      return block.get(JAVA_INT, offset);
    } else if (type.contains("long")) {
      return block.get(JAVA_LONG, offset);
    } else if (type.contains("float")) {
      return block.get(JAVA_FLOAT, offset);
    }
    return block.get(JAVA_DOUBLE, offset);
  }
}
