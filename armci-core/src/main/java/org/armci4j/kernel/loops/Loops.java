package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.ExactClasses;

/**
 * One loop over elements, for one {@link Element}, one {@link Operator} and two classes of
 * segments: that of the right operand, and that of the left one and the result. Memory is at any
 * alignment; all numbers are in bytes, but counts of rows. An exception for memory of other classes
 * is a mistake of the runtime's own.
 */
public interface Loops {
  /**
   * Combines: {@code result[i] = left[i] ∘ right[i]}, for all operators but {@link
   * Operator#SCALED_SUM}. The result lies on the left elements, on the right ones, or apart.
   *
   * <p>A result that is a NaN has the bits of {@link Double#NaN} or {@link Float#NaN}. Ranks that
   * combine the same operands would otherwise end with different bits: an x86 processor gives the
   * NaN of its first operand, and the JIT exchanges the operands of sums and products as it likes.
   *
   * @param left the left elements
   * @param l first byte of them
   * @param right the right elements
   * @param r first byte of them
   * @param result where results are written
   * @param to first byte there
   * @param sizeBytes of whole elements
   */
  void combine(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long sizeBytes);

  /**
   * Accumulates equally spaced rows: {@code target[i] += scale * source[i]}, for {@link
   * Operator#SCALED_SUM} alone. Contiguous bytes are one row. Source and target do not overlap.
   *
   * @param scale the factor, or its real part: an integer, or the bits of floating point
   * @param imaginary bits of its imaginary part, where the elements are complex
   * @param source where to read
   * @param from first byte of the first row there
   * @param fromStride from one row to the next
   * @param target where to add
   * @param to first byte of the first row there
   * @param toStride from one row to the next
   * @param rowBytes of a row, of whole elements
   * @param rows how many
   */
  void accumulate(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /**
   * The loops of an operator on elements of a type: vectorised ones where the module {@code
   * jdk.incubator.vector} is there, as the launcher arranges, else plain ones. C2 does not
   * vectorise a plain loop over two segments and takes twice as long.
   *
   * @param element what is combined
   * @param operator how
   * @return them for each pair of segment classes; null where the operator does not take such
   *     elements
   */
  static ExactClasses<Loops> of(Element element, Operator operator) {
    return LoopTable.CHOSEN.find(element, operator);
  }
}
