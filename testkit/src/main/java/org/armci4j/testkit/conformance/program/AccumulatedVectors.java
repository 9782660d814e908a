package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.TransferPlan;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Adds to 200 doubles of rank 0, from all ranks: the even elements, then the odd ones, as vectors.
 */
final class AccumulatedVectors {
  private static final int ELEMENTS = 200;
  private static final double SCALE = 0.1;

  private AccumulatedVectors() {}

  static void run(Trial trial) {
    int times = trial.times(100) * trial.size();
    double[] elements = new double[ELEMENTS];
    Arrays.setAll(elements, i -> i + 1);
    MemorySegment source = MemorySegment.ofArray(elements);
    GlobalMemory memory = trial.armci().allocate(trial.rank() == 0 ? 8L * ELEMENTS : 0);
    TransferPlan even = everySecond(0);
    TransferPlan odd = everySecond(1);
    Accumulation tenth = Accumulation.ofDouble(SCALE);
    for (int i = 0; i < times; i++) {
      trial.transfers().accumulate(tenth, source, 0, memory, 0, 0, even);
      trial.transfers().accumulate(tenth, source, 0, memory, 0, 0, odd);
      trial.transfers().complete();
    }
    trial.armci().barrier();
    if (trial.rank() == 0) {
      for (int i = 0; i < ELEMENTS; i++) {
        double expected = SCALE * times * trial.size() * elements[i];
        String what = "element " + i;
        trial.requireClose(expected, memory.local().get(JAVA_DOUBLE, 8L * i), () -> what);
      }
    }
    trial.armci().free(memory);
  }

  private static TransferPlan everySecond(int first) {
    long[] offsets =
        IntStream.range(0, ELEMENTS / 2).mapToLong(i -> 8L * (2 * i + first)).toArray();
    return TransferPlan.ofSegments(offsets, offsets, 8);
  }
}
