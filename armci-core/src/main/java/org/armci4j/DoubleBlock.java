package org.armci4j;

import java.lang.foreign.MemorySegment;
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
 * <p><b>Atomic operations</b> are those of {@link DoubleAtomics}: one step to every other atomic
 * operation on the same element, by whichever rank and thread. {@link #get(long)} reads as one step
 * to them.
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

  /**
   * Adds to an element, atomically.
   *
   * @param index which
   * @param delta what to add
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndAdd(long index, double delta) {
    RemoteBlock block = element("fetchAndAdd", index, SHIFT);
    return DoubleAtomics.fetchAndAdd(block, index << SHIFT, delta);
  }

  /**
   * Replaces an element by the smaller of it and a value, as {@link Math#min} takes it, atomically.
   *
   * @param index which
   * @param value the other one
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndMin(long index, double value) {
    RemoteBlock block = element("fetchAndMin", index, SHIFT);
    return DoubleAtomics.fetchAndMin(block, index << SHIFT, value);
  }

  /**
   * Replaces an element by the larger of it and a value, as {@link Math#max} takes it, atomically.
   *
   * @param index which
   * @param value the other one
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public double fetchAndMax(long index, double value) {
    RemoteBlock block = element("fetchAndMax", index, SHIFT);
    return DoubleAtomics.fetchAndMax(block, index << SHIFT, value);
  }
}
