package org.armci4j.examples.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Computes the step of {@link HeatLoops} on segments by the Vector API, with one sum for each lane.
 */
final class VectorHeat {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long ROW_BYTES = 8L * HeatLoops.N;

  private VectorHeat() {}

  static double segments(MemorySegment now, MemorySegment next) {
    double change = 0;
    DoubleVector changes = DoubleVector.zero(SPECIES);
    int lanes = SPECIES.length();
    for (int row = 1; row < HeatLoops.N - 1; row++) {
      long first = row * ROW_BYTES;
      int i = 1;
      for (; i <= HeatLoops.N - 1 - lanes; i += lanes) {
        long at = first + 8L * i;
        DoubleVector value =
            at(now, at - ROW_BYTES)
                .add(at(now, at + ROW_BYTES))
                .add(at(now, at - 8))
                .add(at(now, at + 8))
                .mul(0.25);
        value.intoMemorySegment(next, at, ORDER);
        DoubleVector difference = value.sub(at(now, at));
        changes = difference.fma(difference, changes);
      }
      for (; i < HeatLoops.N - 1; i++) {
        change += point(now, next, first + 8L * i);
      }
    }
    return change + changes.reduceLanes(VectorOperators.ADD);
  }

  private static DoubleVector at(MemorySegment segment, long offset) {
    return DoubleVector.fromMemorySegment(SPECIES, segment, offset, ORDER);
  }

  private static double point(MemorySegment now, MemorySegment next, long at) {
    double value =
        (now.get(JAVA_DOUBLE, at - ROW_BYTES)
                + now.get(JAVA_DOUBLE, at + ROW_BYTES)
                + now.get(JAVA_DOUBLE, at - 8)
                + now.get(JAVA_DOUBLE, at + 8))
            * 0.25;
    next.set(JAVA_DOUBLE, at, value);
    double difference = value - now.get(JAVA_DOUBLE, at);
    return difference * difference;
  }
}
