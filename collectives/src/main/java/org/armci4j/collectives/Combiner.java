package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;

/**
 * Combines two runs of elements: {@code result[i] = left[i] ∘ right[i]}. The left elements come
 * from lower ranks than the right ones. The result lies on the left run, on the right run, or apart
 * from both. Called by many ranks at once, also in one JVM: it keeps no state.
 */
@FunctionalInterface
public interface Combiner {
  /**
   * Combines.
   *
   * @param left native memory with the elements of lower ranks
   * @param leftOffset first byte of them
   * @param right native memory with the elements of higher ranks
   * @param rightOffset first byte of them
   * @param result native memory for the result
   * @param resultOffset first byte of it
   * @param count how many elements
   */
  void combine(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment result,
      long resultOffset,
      long count);
}
