package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.NumberUpdate;
import org.armci4j.transport.RemoteBlock;

/**
 * One rank's block as elements of {@code double}. Made by {@link GlobalMemory#doubles}.
 *
 * <pre>{@code
 * DoubleBlock right = memory.doubles(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * double answer = right.get(index);
 * }</pre>
 *
 * <p><b>Atomic operations</b> are those of {@link DoubleAtomics}: atomic with respect to every
 * other atomic operation on the same element, by any rank and thread. {@link #get(long)} reads
 * atomically with respect to them.
 */
public final class DoubleBlock extends ElementBlock<double[]> {
  private static final Accumulation SUM = Accumulation.ofDouble(1);
  private static final int SHIFT = 3;

  DoubleBlock(GlobalMemory memory, int rank, Tickets tickets) {
    super(memory, rank, tickets, SUM);
  }

  @Override
  MemorySegment segment(double[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; readers see all of it or nothing.
   *
   * @param index index of the element
   * @param value the value to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, double value) {
    element("put", index, SHIFT).putLong(index << SHIFT, Double.doubleToRawLongBits(value));
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index index of the element
   * @return the value read
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double get(long index) {
    return Double.longBitsToDouble(element("get", index, SHIFT).getLong(index << SHIFT));
  }

  /**
   * Atomically adds to an element.
   *
   * @param index index of the element
   * @param delta the summand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndAdd(long index, double delta) {
    RemoteBlock block = element("fetchAndAdd", index, SHIFT);
    return NumberUpdate.ADD.update(block, index << SHIFT, delta);
  }

  /**
   * Atomically replaces an element by the smaller of its value and another, as {@link Math#min}
   * defines.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndMin(long index, double value) {
    RemoteBlock block = element("fetchAndMin", index, SHIFT);
    return NumberUpdate.MIN.update(block, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element by the larger of its value and another, as {@link Math#max}
   * defines.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndMax(long index, double value) {
    RemoteBlock block = element("fetchAndMax", index, SHIFT);
    return NumberUpdate.MAX.update(block, index << SHIFT, value);
  }
}
