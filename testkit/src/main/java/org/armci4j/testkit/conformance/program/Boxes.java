package org.armci4j.testkit.conformance.program;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.strided.ArrayLayout;

/** Makes boxes of arrays of doubles with one to seven dimensions, as ARMCI's own tests use them. */
final class Boxes {
  static final int MOST_DIMENSIONS = 7;
  private static final long[] EXTENTS = {5, 3, 8, 9, 7, 3, 2};

  private Boxes() {}

  static ArrayLayout local(int dimensions) {
    return ArrayLayout.of(Double.BYTES, extents(dimensions));
  }

  /** Returns an array that is larger by one in each dimension. */
  static ArrayLayout remote(int dimensions) {
    return ArrayLayout.of(
        Double.BYTES, Arrays.stream(extents(dimensions)).map(extent -> extent + 1).toArray());
  }

  static long[] extents(int dimensions) {
    return Arrays.copyOf(EXTENTS, dimensions);
  }

  /** Returns random sizes of a box that fits the local array. */
  static long[] randomSizes(SplittableRandom random, int dimensions) {
    return Arrays.stream(extents(dimensions)).map(extent -> 1 + random.nextLong(extent)).toArray();
  }

  /**
   * Returns a random lowest corner of a box of these sizes in an array whose extents are larger by
   * {@code larger}.
   */
  static long[] randomLower(SplittableRandom random, long[] sizes, int larger) {
    long[] lower = new long[sizes.length];
    for (int d = 0; d < lower.length; d++) {
      lower[d] = random.nextLong(EXTENTS[d] + larger - sizes[d] + 1);
    }
    return lower;
  }
}
