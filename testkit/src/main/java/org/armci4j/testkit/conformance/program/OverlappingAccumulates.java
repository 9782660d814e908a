package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.strided.TransferPlan;
import org.armci4j.testkit.conformance.shape.Shuffle;
import org.armci4j.testkit.conformance.trial.FormTransfers;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Adds all 17 patches of 16 elements that fit into 32 elements of one rank, from all ranks at once.
 * Each is a contiguous, strided or vector accumulate by chance, in six element types. All sums are
 * small whole or half numbers, so they are exact.
 */
final class OverlappingAccumulates {
  private static final int PATCH = 16;
  private static final int ROUNDS = 100;

  private OverlappingAccumulates() {}

  /**
   * Holds one element type: the source, twice as long as a patch, and the sum that one addition
   * makes.
   */
  private record Addend(Accumulation accumulation, MemorySegment source, double... step) {
    IntToDoubleFunction reader(MemorySegment block) {
      return switch (accumulation.elementBytes() / step.length) {
        case Integer.BYTES -> i -> isWhole() ? block.getAtIndex(JAVA_INT, i) : floatAt(block, i);
        default -> i -> isWhole() ? block.getAtIndex(JAVA_LONG, i) : doubleAt(block, i);
      };
    }

    private boolean isWhole() {
      return source.heapBase().orElseThrow() instanceof int[]
          || source.heapBase().orElseThrow() instanceof long[];
    }

    private static double floatAt(MemorySegment block, int i) {
      return block.getAtIndex(JAVA_FLOAT, i);
    }

    private static double doubleAt(MemorySegment block, int i) {
      return block.getAtIndex(JAVA_DOUBLE, i);
    }
  }

  private static Addend[] addends() {
    int[] ints = new int[2 * PATCH];
    long[] longs = new long[2 * PATCH];
    float[] floats = new float[4 * PATCH];
    double[] doubles = new double[4 * PATCH];
    Arrays.fill(ints, 3);
    Arrays.fill(longs, -3);
    Arrays.fill(floats, 1.5f);
    Arrays.fill(doubles, 2.5);
    MemorySegment ofFloats = MemorySegment.ofArray(floats);
    MemorySegment ofDoubles = MemorySegment.ofArray(doubles);
    return new Addend[] {
      new Addend(Accumulation.ofInt(2), MemorySegment.ofArray(ints), 6),
      new Addend(Accumulation.ofLong(2), MemorySegment.ofArray(longs), -6),
      new Addend(Accumulation.ofFloat(2), ofFloats, 3),
      new Addend(Accumulation.ofDouble(2), ofDoubles, 5),
      // (1.5 + 1.5i)(2 + 4i) and (2.5 + 2.5i)(2 + 4i)
      new Addend(Accumulation.ofComplexFloat(2, 4), ofFloats, -3, 9),
      new Addend(Accumulation.ofComplexDouble(2, 4), ofDoubles, -5, 15)
    };
  }

  static void run(Trial trial) {
    int rounds = trial.times(ROUNDS);
    SplittableRandom random = trial.random(0);
    int target = trial.size() / 2;
    for (Addend addend : addends()) {
      long elementBytes = addend.accumulation.elementBytes();
      GlobalMemory memory = trial.armci().allocate(2 * PATCH * elementBytes);
      for (int round = 0; round < rounds; round++) {
        for (int place : Shuffle.order(random, PATCH + 1)) {
          add(trial.transfers(), addend, memory, target, place * elementBytes, random);
        }
      }
      trial.transfers().complete();
      trial.armci().barrier();
      if (trial.rank() == target) {
        check(trial, addend, rounds, memory.local());
      }
      trial.armci().free(memory);
    }
  }

  private static void add(
      FormTransfers transfers,
      Addend addend,
      GlobalMemory memory,
      int target,
      long offset,
      SplittableRandom random) {
    Accumulation add = addend.accumulation;
    long bytes = add.elementBytes();
    switch (random.nextInt(3)) {
      case 0 -> transfers.accumulate(add, addend.source, 0, memory, target, offset, PATCH * bytes);
      case 1 -> {
        Section from = Section.of(0, new long[] {5 * bytes}, new long[] {4 * bytes, 4});
        transfers.accumulate(add, addend.source, from, memory, target, from.packed(offset));
      }
      default -> {
        long[] from = new long[PATCH];
        long[] to = Arrays.stream(Shuffle.order(random, PATCH)).mapToLong(i -> i * bytes).toArray();
        TransferPlan plan = TransferPlan.ofSegments(from, to, bytes);
        transfers.accumulate(add, addend.source, 0, memory, target, offset, plan);
      }
    }
  }

  private static void check(Trial trial, Addend addend, int rounds, MemorySegment block) {
    IntToDoubleFunction reader = addend.reader(block);
    for (int element = 0; element < 2 * PATCH; element++) {
      int covering = Math.min(Math.min(element + 1, 2 * PATCH - element), PATCH);
      for (int part = 0; part < addend.step.length; part++) {
        double expected = addend.step[part] * covering * rounds * trial.size();
        double seen = reader.applyAsDouble(element * addend.step.length + part);
        String what = Text.format("%s at element %d", addend.accumulation, element);
        trial.requireEqual(expected, seen, () -> what);
      }
    }
  }
}
