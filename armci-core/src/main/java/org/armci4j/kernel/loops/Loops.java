package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.ExactClasses;

/**
 * One loop over elements, for one {@link Element}, one {@link Operator} and two classes of
 * segments: one of the right operand, one of the left operand and the result. Memory is at any
 * alignment. All numbers are in bytes, except counts of rows. An exception for memory of other
 * classes means a mistake in the runtime itself.
 */
public interface Loops {
  /**
   * Combines: {@code result[i] = left[i] ∘ right[i]}, for all operators but {@link
   * Operator#SCALED_SUM}. The result lies on the left elements, on the right ones, or apart.
   *
   * <p>A result that is a NaN has the bits of {@link Double#NaN} or {@link Float#NaN}. Otherwise
   * ranks that combine the same operands would end with different bits: an x86 processor returns
   * the NaN of its first operand, and the JIT may exchange the operands of sums and products.
   *
   * @param left the left elements
   * @param l first byte of them
   * @param right the right elements
   * @param r first byte of them
   * @param result memory for the results
   * @param to first byte there
   * @param sizeBytes size of either operand, in whole elements
   */
  default void combine(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long sizeBytes) {
    throw new UnsupportedOperationException("these loops only accumulate");
  }

  /**
   * Accumulates equally spaced rows: {@code target[i] += scale * source[i]}, for {@link
   * Operator#SCALED_SUM} alone. Contiguous bytes are one row. Source and target do not overlap.
   *
   * @param scale the factor, or its real part: an integer, or the bits of floating point
   * @param imaginary bits of its imaginary part, where the elements are complex
   * @param source memory to read
   * @param from first byte of the first row there
   * @param fromStride from one row to the next
   * @param target memory to add to
   * @param to first byte of the first row there
   * @param toStride from one row to the next
   * @param rowBytes size of a row, in whole elements
   * @param rows number of rows
   */
  default void accumulate(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    throw new UnsupportedOperationException("these loops only combine");
  }

  /**
   * Accumulates segments of one length at any places, one after the other: the target may name an
   * element several times. This implementation accumulates each as a row.
   *
   * @param scale as in {@link #accumulate}
   * @param imaginary as in {@link #accumulate}
   * @param source memory to read
   * @param from the base of its offsets
   * @param sourceOffsets first byte of each segment there
   * @param target memory to add to
   * @param to the base of its offsets
   * @param targetOffsets first byte of each segment there
   * @param first the first segment of the offsets
   * @param end the segment after the last one
   * @param lengthBytes size of each, in whole elements
   */
  default void accumulateAll(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long[] sourceOffsets,
      MemorySegment target,
      long to,
      long[] targetOffsets,
      int first,
      int end,
      long lengthBytes) {
    for (int i = first; i < end; i++) {
      accumulate(
          scale,
          imaginary,
          source,
          from + sourceOffsets[i],
          0,
          target,
          to + targetOffsets[i],
          0,
          lengthBytes,
          1);
    }
  }

  /**
   * Returns the loops of an operator on elements of a type. They are plain at first. Where the JVM
   * has the Vector API or may load it, as the launcher arranges, long operands are soon combined by
   * vectors. C2 does not vectorise a plain loop over two segments, which takes twice as long.
   *
   * @param element type of the elements
   * @param operator the operator
   * @return the loops for each pair of segment classes; null where the operator does not take such
   *     elements
   */
  static ExactClasses<Loops> of(Element element, Operator operator) {
    return LoopTable.CHOSEN.find(element, operator);
  }
}
