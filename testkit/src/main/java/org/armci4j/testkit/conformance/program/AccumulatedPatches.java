package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.shape.Shuffle;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Adds the 2^d patches of an array of d dimensions, scaled by 0.1. Every rank adds them to every
 * rank equally often, in an order of its own.
 */
final class AccumulatedPatches {
  private static final double SCALE = 0.1;

  /**
   * Rounds of each number of dimensions. Arrays of more than four have so many elements that fewer
   * rounds are enough.
   */
  private static final int[] ROUNDS = {100, 100, 100, 100, 50, 20, 10};

  /** Part of a round below which a dimension is left out at small scales. */
  private static final double LEAST = 0.1;

  private AccumulatedPatches() {}

  static void run(Trial trial) {
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      int rounds = ROUNDS[dimensions - 1];
      if (dimensions == 1 || rounds * trial.scale() >= LEAST) {
        run(trial, dimensions, trial.times(rounds));
      }
    }
  }

  private static void run(Trial trial, int dimensions, int rounds) {
    ArrayLayout layout = Boxes.local(dimensions);
    double[] elements = new double[(int) layout.sizeBytes() / 8];
    Arrays.setAll(elements, i -> i + 1);
    MemorySegment source = MemorySegment.ofArray(elements);
    GlobalMemory memory = trial.armci().allocate(layout.sizeBytes());
    int[] targets = Shuffle.order(trial.random(dimensions), trial.size());
    Section[] patches = patches(layout, dimensions);
    Accumulation tenth = Accumulation.ofDouble(SCALE);
    for (int i = 0; i < rounds * trial.size(); i++) {
      int target = targets[i % trial.size()];
      for (Section patch : patches) {
        trial.transfers().accumulate(tenth, source, patch, memory, target, patch);
      }
    }
    trial.transfers().complete();
    trial.armci().barrier();
    for (int i = 0; i < elements.length; i++) {
      double expected = SCALE * rounds * trial.size() * elements[i];
      double seen = memory.local().get(JAVA_DOUBLE, 8L * i);
      int element = i;
      trial.requireClose(
          expected, seen, () -> Text.format("element %d of %d dimensions", element, dimensions));
    }
    trial.armci().free(memory);
  }

  /** Returns one patch for each corner: the half of each dimension that the corner's bit names. */
  private static Section[] patches(ArrayLayout layout, int dimensions) {
    Section[] patches = new Section[1 << dimensions];
    for (int corner = 0; corner < patches.length; corner++) {
      long[] lower = new long[dimensions];
      long[] sizes = Boxes.extents(dimensions);
      for (int d = 0; d < dimensions; d++) {
        long half = sizes[d] / 2;
        boolean upper = (corner >> d & 1) == 1;
        lower[d] = upper ? half : 0;
        sizes[d] = upper ? sizes[d] - half : half;
      }
      patches[corner] = layout.box(lower, sizes);
    }
    return patches;
  }
}
