package org.armci4j;

import java.lang.foreign.MemorySegment;

/**
 * One rank's block as elements of {@code double}. Made by {@link GlobalMemory#doubles}.
 *
 * <pre>{@code
 * DoubleBlock right = memory.doubles(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * double answer = right.get(index);
 * }</pre>
 */
public final class DoubleBlock extends ElementBlock<double[]> {
  private static final Accumulation SUM = Accumulation.ofDouble(1);
  private static final int SHIFT = 3;

  DoubleBlock(GlobalMemory memory, int rank, Tickets transfers) {
    super(memory, rank, transfers, SUM);
  }

  @Override
  MemorySegment segment(double[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; no reader sees a part of it.
   *
   * @param index which
   * @param value what to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, double value) {
    element("put", index, SHIFT).putLong(index << SHIFT, Double.doubleToRawLongBits(value));
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index which
   * @return what is there
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double get(long index) {
    return Double.longBitsToDouble(element("get", index, SHIFT).getLong(index << SHIFT));
  }
}
