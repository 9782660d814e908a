package org.armci4j.collectives;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** The inner loops: one per type and operation, chosen once per call. */
final class ReductionKernels {
  private ReductionKernels() {}

  /** Folds {@code count} doubles at {@code offset} of {@code from} into {@code into}. */
  static void fold(
      Reduction reduction, double[] into, int first, MemorySegment from, long offset, int count) {
    switch (reduction) {
      case SUM -> {
        for (int i = 0; i < count; i++) {
          into[first + i] += from.get(JAVA_DOUBLE, offset + 8L * i);
        }
      }
      case MIN -> {
        for (int i = 0; i < count; i++) {
          into[first + i] = Math.min(into[first + i], from.get(JAVA_DOUBLE, offset + 8L * i));
        }
      }
      case MAX -> {
        for (int i = 0; i < count; i++) {
          into[first + i] = Math.max(into[first + i], from.get(JAVA_DOUBLE, offset + 8L * i));
        }
      }
    }
  }

  /** Folds {@code count} longs at {@code offset} of {@code from} into {@code into}. */
  static void fold(
      Reduction reduction, long[] into, int first, MemorySegment from, long offset, int count) {
    switch (reduction) {
      case SUM -> {
        for (int i = 0; i < count; i++) {
          into[first + i] += from.get(JAVA_LONG, offset + 8L * i);
        }
      }
      case MIN -> {
        for (int i = 0; i < count; i++) {
          into[first + i] = Math.min(into[first + i], from.get(JAVA_LONG, offset + 8L * i));
        }
      }
      case MAX -> {
        for (int i = 0; i < count; i++) {
          into[first + i] = Math.max(into[first + i], from.get(JAVA_LONG, offset + 8L * i));
        }
      }
    }
  }
}
