package org.armci4j.testkit.conformance.collective;

import java.util.function.IntToLongFunction;

/** Says where the parts of the ranks lie in a buffer, in elements, in the order of the ranks. */
final class PartLayout {
  private final long[] counts;
  private final long[] displacements;
  private final long count;

  /**
   * @param parts number of parts
   * @param count length of each part
   * @param gap elements between two parts
   */
  PartLayout(int parts, IntToLongFunction count, long gap) {
    counts = new long[parts];
    displacements = new long[parts];
    long at = 0;
    for (int part = 0; part < parts; part++) {
      counts[part] = count.applyAsLong(part);
      displacements[part] = at;
      at += counts[part] + gap;
    }
    this.count = at;
  }

  static PartLayout single(long count) {
    return new PartLayout(1, part -> count, 0);
  }

  static PartLayout nothing() {
    return new PartLayout(0, part -> 0, 0);
  }

  long[] counts() {
    return counts.clone();
  }

  long[] displacements() {
    return displacements.clone();
  }

  /** Returns the elements of all parts, with the gaps. */
  long count() {
    return count;
  }

  /** Copies a part of one buffer to a part of another. */
  static void copy(
      byte[] from,
      PartLayout fromLayout,
      int fromPart,
      byte[] to,
      PartLayout toLayout,
      int toPart,
      int elementBytes) {
    System.arraycopy(
        from,
        (int) fromLayout.displacements[fromPart] * elementBytes,
        to,
        (int) toLayout.displacements[toPart] * elementBytes,
        (int) toLayout.counts[toPart] * elementBytes);
  }
}
