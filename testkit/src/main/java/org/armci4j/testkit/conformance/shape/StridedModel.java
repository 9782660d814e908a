package org.armci4j.testkit.conformance.shape;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.strided.Section;

/** Models a strided transfer byte by byte, without a planner. */
public final class StridedModel {
  private StridedModel() {}

  /** Returns the beginning of each row of a section, in the order of the levels. */
  public static long[] rows(Section section) {
    long rows = 1;
    for (int level = 1; level <= section.levels(); level++) {
      rows *= section.count(level);
    }
    long[] offsets = new long[(int) rows];
    for (int row = 0; row < rows; row++) {
      long rest = row;
      offsets[row] = section.offset();
      for (int level = 1; level <= section.levels(); level++) {
        offsets[row] += rest % section.count(level) * section.stride(level - 1);
        rest /= section.count(level);
      }
    }
    return offsets;
  }

  public static void copy(MemorySegment from, Section source, MemorySegment to, Section target) {
    long[] fromRows = rows(source);
    long[] toRows = rows(target);
    for (int row = 0; row < fromRows.length; row++) {
      for (long i = 0; i < source.count(0); i++) {
        to.set(JAVA_BYTE, toRows[row] + i, from.get(JAVA_BYTE, fromRows[row] + i));
      }
    }
  }

  /** Returns random bytes. */
  public static MemorySegment random(SplittableRandom random, long sizeBytes) {
    byte[] bytes = new byte[(int) sizeBytes];
    random.nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  public static MemorySegment copyOf(MemorySegment segment) {
    return MemorySegment.ofArray(new byte[(int) segment.byteSize()]).copyFrom(segment);
  }

  public static MemorySegment zeros(long sizeBytes) {
    return MemorySegment.ofArray(new byte[(int) sizeBytes]);
  }
}
