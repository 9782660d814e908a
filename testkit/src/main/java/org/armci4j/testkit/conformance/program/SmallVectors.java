package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.TransferPlan;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts nine vectors of 10 segments of 20 doubles to every rank. Every other group of 20 doubles
 * goes, in reverse order within its vector, into this rank's part of the target's block.
 */
final class SmallVectors {
  private static final int VECTORS = 9;
  private static final int SEGMENTS = 10;
  private static final int ELEMENTS = 20;
  private static final int REGION = VECTORS * SEGMENTS * ELEMENTS;

  private SmallVectors() {}

  private static double value(int origin, int target, int place) {
    return 1e6 * origin + 1e4 * target + place;
  }

  static void run(Trial trial) {
    GlobalMemory memory = trial.armci().allocate(8L * REGION * trial.size());
    double[][] sources = new double[trial.size()][2 * REGION];
    for (int target = 0; target < trial.size(); target++) {
      int to = target;
      Arrays.setAll(sources[target], i -> value(trial.rank(), to, i));
      MemorySegment source = MemorySegment.ofArray(sources[target]);
      for (int vector = 0; vector < VECTORS; vector++) {
        trial.transfers().put(source, 0, memory, target, 8L * REGION * trial.rank(), plan(vector));
      }
    }
    trial.transfers().complete();
    trial.armci().barrier();
    for (int origin = 0; origin < trial.size(); origin++) {
      for (int i = 0; i < REGION; i++) {
        check(trial, memory.local(), origin, i);
      }
    }
    trial.armci().free(memory);
  }

  private static TransferPlan plan(int vector) {
    long first = (long) vector * SEGMENTS;
    long groupBytes = 8L * ELEMENTS;
    long[] local =
        IntStream.range(0, SEGMENTS).mapToLong(s -> groupBytes * 2 * (first + s)).toArray();
    long[] remote =
        IntStream.range(0, SEGMENTS)
            .mapToLong(s -> groupBytes * (first + SEGMENTS - 1 - s))
            .toArray();
    return TransferPlan.ofSegments(local, remote, groupBytes);
  }

  private static void check(Trial trial, MemorySegment block, int origin, int i) {
    int segment = i / ELEMENTS;
    int turned = segment / SEGMENTS * SEGMENTS + SEGMENTS - 1 - segment % SEGMENTS;
    double expected = value(origin, trial.rank(), 2 * turned * ELEMENTS + i % ELEMENTS);
    double seen = block.get(JAVA_DOUBLE, 8L * (origin * REGION + i));
    trial.requireEqual(expected, seen, () -> Text.format("element %d from rank %d", i, origin));
  }
}
