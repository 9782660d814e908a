package org.armci4j.testkit.conformance.shape;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.strided.Section;

/**
 * Draws random counts and layouts of them that do not overlap, in any order and direction of
 * strides.
 */
public final class RandomShapes {
  private static final long[] ROW_BYTES = {1, 3, 4, 8, 8, 16, 24, 40, 64, 120};

  private RandomShapes() {}

  public static long[] counts(SplittableRandom random) {
    long[] counts = new long[1 + random.nextInt(6)];
    counts[0] = ROW_BYTES[random.nextInt(ROW_BYTES.length)];
    for (int level = 1; level < counts.length; level++) {
      counts[level] = random.nextInt(20) == 0 ? 0 : 1 + random.nextLong(4);
    }
    if (counts.length > 1 && random.nextInt(3) == 0) {
      counts[1 + random.nextInt(counts.length - 1)] = 1 + random.nextLong(30);
    }
    return counts;
  }

  /**
   * Nests the levels in a random order, each with or without gaps, forwards or backwards. The
   * section's lowest byte is {@code startBytes}.
   */
  public static Section section(
      SplittableRandom random, long[] counts, long startBytes, long unit) {
    int levels = counts.length - 1;
    long[] strides = new long[levels];
    int[] order = new int[levels];
    for (int i = 0; i < levels; i++) {
      int at = random.nextInt(i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    long extent = counts[0];
    long below = 0;
    boolean backwards = random.nextInt(4) == 0;
    for (int level : order) {
      long stride = extent + (random.nextBoolean() ? 0 : unit * random.nextLong(5));
      long count = Math.max(1, counts[level + 1]);
      boolean negative = backwards && random.nextBoolean();
      strides[level] = negative ? -stride : stride;
      below += negative ? stride * (count - 1) : 0;
      extent += stride * (count - 1);
    }
    return Section.of(startBytes + below, strides, counts);
  }

  /** Returns the offset after the last byte of a section none of whose counts is zero. */
  public static long end(Section section) {
    long end = section.offset() + section.count(0);
    for (int level = 0; level < section.levels(); level++) {
      end += Math.max(0, section.stride(level) * (section.count(level + 1) - 1));
    }
    return end;
  }

  /** Returns memory of a random kind. */
  public static MemorySegment memory(SplittableRandom random, Arena arena, long sizeBytes) {
    MemorySegment bytes = StridedModel.random(random, (sizeBytes + 7) / 8 * 8);
    MemorySegment memory =
        switch (random.nextInt(6)) {
          case 0 -> arena.allocate(bytes.byteSize(), 8);
          case 1 -> MemorySegment.ofArray(new double[(int) bytes.byteSize() / 8]);
          case 2 -> MemorySegment.ofArray(new long[(int) bytes.byteSize() / 8]);
          case 3 -> MemorySegment.ofArray(new int[(int) bytes.byteSize() / 4]);
          case 4 -> MemorySegment.ofArray(new short[(int) bytes.byteSize() / 2]);
          default -> MemorySegment.ofArray(new byte[(int) bytes.byteSize()]);
        };
    return memory.copyFrom(bytes);
  }
}
